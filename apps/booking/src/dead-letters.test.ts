import { services } from '@keyhaven/contracts/platform/services';
import { deadLettersContract } from '@keyhaven/contracts/shared/dead-letters-contract';
import { CheckedClient } from '@keyhaven/testing/checked-client';
import { type BookingUnderTest, startBookingUnderTest } from './testing/booking-under-test';

let service: BookingUnderTest;
let operator: CheckedClient;
beforeAll(async () => {
  service = await startBookingUnderTest();
  operator = new CheckedClient(service.running.url, [deadLettersContract], async () => ({
    authorization: `Bearer ${await service.keys.sign({ audience: 'booking', scope: 'service' })}`,
  }));
});
afterAll(() => service.stop());
afterEach(() => jest.restoreAllMocks());

const threads = { topic: services.messaging.topic, group: 'booking.threads' };
const redrive = (body: unknown) => operator.post('/operator/dead_letters/redrive', body);
const redriveOnBus = () => jest.spyOn(service.bus, 'redriveDeadLetters');

describe('POST operator/dead_letters/redrive', () => {
  it('returns how many dead letters of the consumer group were handled, and how many failed again', async () => {
    const asked = redriveOnBus().mockResolvedValue({ redriven: 2, dead: 1 });
    expect(await redrive(threads)).toMatchObject({ status: 200, body: { redriven: 2, dead: 1 } });
    expect(asked).toHaveBeenCalledWith(threads.topic, threads.group);
  });

  it('returns a 503 when the bus fails to redeliver the dead letters', async () => {
    redriveOnBus().mockRejectedValue(new Error('the store is away'));
    expect((await redrive(threads)).status).toBe(503);
  });

  it('returns a 409 that names the topic and the consumer group if the group does not consume the topic', async () => {
    expect(await redrive({ topic: services.pricing.topic, group: 'booking' })).toMatchObject({
      status: 409,
      body: { messages: [expect.stringContaining('group booking does not consume keyhaven.pricing here')] },
    });
  });

  it('returns a 409 that suggests a resync if the bus is in-process, because that bus keeps no dead letters', async () => {
    expect(await redrive(threads)).toMatchObject({
      status: 409,
      body: { messages: [expect.stringContaining('POST operator/resync')] },
    });
  });

  it("returns a 401 without an operator's token", async () => {
    const unsigned = service.asNobody();
    expect((await unsigned.post('/operator/dead_letters/redrive', threads)).status).toBe(401);
  });
});
