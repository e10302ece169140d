import { mongo } from 'mongoose';
import { until } from '@keyhaven/testing/until';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => void (booking = await startBookingUnderTest()));
afterAll(() => booking.stop());
afterEach(() => jest.restoreAllMocks());

const stay = { arrival: '2030-07-05', departure: '2030-07-08' };
/** How long the requests of these tests may take, in milliseconds. */
const DEADLINE_MS = 300;
const withDeadline = (key = 'once') => ({
  headers: { 'x-request-deadline': String(Date.now() + DEADLINE_MS), 'idempotency-key': key },
});

type Operation = 'findOne' | 'findOneAndUpdate';

/**
 * Replaces an operation of the MongoDB driver on the collection `stays` with `call`. The argument
 * of `call` is a function that runs the original operation.
 */
function replace(operation: Operation, call: (send: () => Promise<unknown>) => Promise<unknown>) {
  const { prototype } = mongo.Collection;
  const original = Reflect.get(prototype, operation) as (...request: unknown[]) => Promise<unknown>;
  jest.spyOn(prototype, operation).mockImplementation(function (this: mongo.Collection, ...request: unknown[]) {
    const send = () => original.apply(this, request);
    return this.collectionName === 'stays' ? call(send) : send();
  });
}

/**
 * Delays calls to the database until `letGo` is called. `before` delays the calls, and `after`
 * delays only their results.
 */
function hold(operation: Operation, when: 'before' | 'after') {
  let letGo = () => {};
  let held = 0;
  const released = new Promise<void>((resolve) => (letGo = resolve));
  replace(operation, async (send) => {
    held++;
    if (when === 'before') await released;
    const result = await send();
    if (when === 'after') await released;
    return result;
  });
  return { letGo, isHeld: () => held > 0 };
}

describe('a request whose deadline passes', () => {
  it('gets a 503 with Retry-After if it has written nothing yet, and writes nothing after the deadline', async () => {
    const { api, operator, userId } = await booking.anAccount();
    const body = { property_id: await operator.property(), ...stay };
    const { id } = (await api.post('/v2/bookings', body)).body;
    const reads = hold('findOne', 'before');
    const answer = await api.patch(`/v2/bookings/${id}`, { notes: 'late' }, withDeadline());
    expect([answer.status, answer.headers.get('retry-after'), answer.body]).toEqual([
      503,
      '1',
      {
        messages: ['the deadline of the request passed before anything was written'],
        status: 'unavailable',
        status_code: 503,
      },
    ]);
    reads.letGo();
    jest.restoreAllMocks();
    // Changes of one booking run one after the other. So when this request is answered, the work of the first request
    // has ended.
    const later = await api.patch(`/v2/bookings/${id}`, { title: 'later' });
    expect(later.body).toMatchObject({ notes: null, title: 'later' });
    expect(await booking.eventsOf(userId, 'booking', 2)).toHaveLength(2);
  });

  it('gets a 504 if its write has begun; a repeated request with the same Idempotency-Key returns the result', async () => {
    const { api, operator } = await booking.anAccount();
    const body = { property_id: await operator.property(), ...stay };
    const writes = hold('findOneAndUpdate', 'after');
    const answer = await api.post('/v2/bookings', body, withDeadline('booked'));
    expect([answer.status, answer.headers.get('retry-after'), answer.body]).toEqual([
      504,
      null,
      {
        messages: [
          'the deadline of the request passed; whether it was carried out is not known: repeat it with the same Idempotency-Key to learn its result',
        ],
        status: 'gateway_timeout',
        status_code: 504,
      },
    ]);
    writes.letGo();
    jest.restoreAllMocks();
    const again = await api.post('/v2/bookings', body, { headers: { 'idempotency-key': 'booked' } });
    expect(again.status).toBe(200);
    const { items } = (await api.get('/v2/bookings')).body;
    expect(items).toMatchObject([{ id: again.body.id }]);
  });

  it('gets a 503 if it only reads data', async () => {
    const { api, operator } = await booking.anAccount();
    const made = await api.post('/v2/bookings', { property_id: await operator.property(), ...stay });
    const reads = hold('findOne', 'before');
    const answer = await api.get(`/v2/bookings/${made.body.id}`, withDeadline());
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    await until(() => reads.isHeld());
    reads.letGo();
  });
});

describe('a request whose connection to the database is closed', () => {
  const away = () => Object.assign(new Error('connection closed'), { name: 'MongoNetworkError' });

  it.each<[string, Operation, number, string, string | null]>([
    ['gets a 503 with Retry-After if it has written nothing yet', 'findOne', 503, 'unavailable', '2'],
    ['gets a 504 if its write is not finished', 'findOneAndUpdate', 504, 'gateway_timeout', null],
  ])('%s', async (_when, operation, status, code, retryAfter) => {
    const { api, operator } = await booking.anAccount();
    const body = { property_id: await operator.property(), ...stay };
    const { id } = (await api.post('/v2/bookings', body)).body;
    replace(operation, () => Promise.reject(away()));
    const answer = await api.patch(`/v2/bookings/${id}`, { notes: 'lost' });
    expect([answer.status, answer.body.status, answer.headers.get('retry-after')]).toEqual([status, code, retryAfter]);
  });
});
