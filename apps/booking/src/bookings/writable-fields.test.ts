import {
  fieldsFromAcceptance,
  fieldsFromQuote,
  type storedBookingFields,
  type storedQuoteFields,
  writableBookingFields,
  writableQuoteFields,
} from '@keyhaven/contracts/booking/writable-fields';
import { type BookingUnderTest, startBookingUnderTest, type TestAccount } from '../testing/booking-under-test';
import { exampleDiscounts, makeExamples } from '../testing/writable-examples';

const stay = { arrival: '2030-07-01', departure: '2030-07-09', adults: 1 };

/**
 * The writable fields that are not stored, each with the reason why it is not stored. The type does not accept fields
 * that are stored.
 */
type Instructions<Writable, Stored> = Partial<Record<Exclude<keyof Writable, keyof Stored>, string>>;
const instructions = {
  bookings: {
    generate_charges: 'it computes the charges once',
    ignore_rules: 'it skips rules in this request; reads return the broken rules',
  } satisfies Instructions<typeof writableBookingFields.shape, typeof storedBookingFields.shape>,
  quotes: {
    generate_charges: 'it computes the charges once',
    ignore_rules: 'it skips rules in this request; reads return the broken rules',
    test: 'nothing is stored',
  } satisfies Instructions<typeof writableQuoteFields.shape, typeof storedQuoteFields.shape>,
};
const kinds = { bookings: writableBookingFields, quotes: writableQuoteFields } as const;
type Kind = keyof typeof kinds;
const cases = Object.entries(kinds).flatMap(([kind, fields]) =>
  Object.keys(fields.shape)
    .filter((field) => !(field in instructions[kind as Kind]))
    .map((field) => [field, kind as Kind] as const),
);
/** Fields that need other fields in the same request, with values for these other fields. */
const sentWith: Record<string, object> = { discount_code: { generate_charges: true } };
/** Fields that a quote and the booking of the quote both have. */
const fieldsOfBoth = [...Object.keys(fieldsFromQuote.shape), 'tags', 'fields', 'discount_code', 'listing_site'];

let booking: BookingUnderTest;
/**
 * All tests share one account, because preparing the examples takes more requests than a test
 * sends. Each test uses properties of its own.
 */
let account: TestAccount;
let examples: Awaited<ReturnType<typeof makeExamples>>;
beforeAll(async () => {
  booking = await startBookingUnderTest();
  account = await booking.anAccount();
  examples = await makeExamples(account);
});
afterAll(() => booking.stop());

async function anExample(field: string) {
  const property = () => account.operator.property();
  const example = field === 'property_id' ? [await property(), await property()] : examples[field];
  if (!example) throw new Error(`${field} is a writable field of the contract; give it an example in makeExamples`);
  const property_id = await property();
  booking.peers.define(property_id, { discounts: exampleDiscounts });
  const send = async (method: 'post' | 'patch', path: string, body: Record<string, unknown>) => {
    const answer = await account.api[method](path, body);
    expect([answer.status, answer.body.messages]).toEqual([200, undefined]);
    return answer.body as { id: number } & Record<string, unknown>;
  };
  const read = async (kind: Kind, id: number): Promise<unknown> =>
    (await account.api.get(`/v2/${kind}/${id}?include_fields=true`)).body[field];
  return { example, property_id, send, read };
}

describe('the writable field', () => {
  it.each(cases)('%s of %s is returned with the value that a POST or a PATCH has set', async (field, kind) => {
    const { example, property_id, send, read } = await anExample(field);
    const [first, later] = example;
    const { id } = await send('post', `/v2/${kind}`, { property_id, ...stay, ...sentWith[field], [field]: first });
    expect(await read(kind, id)).toEqual(first);
    await send('patch', `/v2/${kind}/${id}`, { ...sentWith[field], [field]: later });
    expect(await read(kind, id)).toEqual(later);
  });
});

describe('a booking that is created from a quote', () => {
  it.each(fieldsOfBoth)('gets the field %s from the quote', async (field) => {
    const { example, property_id, send, read } = await anExample(field);
    const quote = await send('post', '/v2/quotes', { property_id, ...stay, [field]: example[0] });
    const { id } = await send('post', '/v2/bookings', { quote_id: quote.id });
    expect(await read('bookings', id)).toEqual(example[0]);
  });

  it.each(fieldsOfBoth)('gets the changed field %s from a quote that holds its nights', async (field) => {
    const { example, property_id, send, read } = await anExample(field);
    const quote = await send('post', '/v2/quotes', { property_id, ...stay, hold_dates: true, [field]: example[0] });
    await send('patch', `/v2/quotes/${quote.id}`, { ...sentWith[field], [field]: example[1] });
    const { id } = await send('post', '/v2/bookings', { quote_id: quote.id });
    expect(await read('bookings', id)).toEqual(example[1]);
  });

  it.each([...Object.keys(fieldsFromAcceptance.shape), 'status', 'guest_id'])(
    'gets the field %s from the request that accepts the quote',
    async (field) => {
      const { example, property_id, send, read } = await anExample(field);
      const quote = await send('post', '/v2/quotes', { property_id, ...stay });
      const { id } = await send('post', '/v2/bookings', { quote_id: quote.id, [field]: example[0] });
      expect(await read('bookings', id)).toEqual(example[0]);
    },
  );
});
