import { fieldsOfVersion1 } from '@keyhaven/contracts/booking/legacy-quote';
import { serverDecidedOfQuotes } from '@keyhaven/contracts/booking/quote-input';
import { camelCase } from '@keyhaven/contracts/shared/camel-case';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';
import { exampleDiscounts, makeExamples } from '../testing/writable-examples';

let booking: BookingUnderTest;
beforeAll(async () => void (booking = await startBookingUnderTest()));
afterAll(() => booking.stop());

const stay = { arrival: '2030-07-01', departure: '2030-07-09', adults: 1 };
const writable = Object.keys(fieldsOfVersion1).filter((field) => !(field in serverDecidedOfQuotes));

describe('a writable field of quotes in version 1', () => {
  it.each(writable)('is returned by version 2 as %s, with the value that a POST or a PUT has set', async (field) => {
    const account = await booking.anAccount();
    const { api, operator } = account;
    const example = (await makeExamples(account))[field];
    if (!example) throw new Error(`${field} is a writable field of version 1; give it an example`);
    const propertyId = await operator.property();
    booking.peers.define(propertyId, { discounts: exampleDiscounts });
    const write = async (method: 'POST' | 'PUT', path: string, body: object) => {
      const answer = await api.request(method, path, { body });
      expect([answer.status, answer.body.messages]).toEqual([200, undefined]);
      return answer.body as { id: number };
    };
    const read = async (id: number) => [
      (await api.get(`/v1/quotes/${id}`)).body[camelCase(field)],
      (await api.get(`/v2/quotes/${id}`)).body[field],
    ];
    const [first, later] = example;
    const { id } = await write('POST', '/v1/quotes', { propertyId, ...stay, [camelCase(field)]: first });
    expect(await read(id)).toEqual([first, first]);
    await write('PUT', `/v1/quotes/${id}`, { [camelCase(field)]: later });
    expect(await read(id)).toEqual([later, later]);
  });
});
