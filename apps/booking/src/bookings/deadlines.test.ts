import mongoose from 'mongoose';
import { until } from '@keyhaven/testing/until';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => void (booking = await startBookingUnderTest()));
afterAll(() => booking.stop());
afterEach(() => jest.restoreAllMocks());

const stay = { arrival: '2030-07-05', departure: '2030-07-08' };
/** The deadline of the requests in these tests, in milliseconds. */
const DEADLINE_MS = 300;
const withDeadline = (key = 'once') => ({
  headers: { 'x-request-deadline': String(Date.now() + DEADLINE_MS), 'idempotency-key': key },
});

type Exec = (typeof mongoose.Query.prototype)['exec'];
type Held = { op: string; mongooseCollection: { name: string } };

/** Delays calls to the database, before they are sent or before their result is returned, until `letGo` is called. */
function hold(operation: string, when: 'before' | 'after') {
  let letGo = () => {};
  let held = 0;
  const released = new Promise<void>((resolve) => (letGo = resolve));
  const exec = Reflect.get(mongoose.Query.prototype, 'exec') as (this: unknown) => Promise<unknown>;
  jest.spyOn(mongoose.Query.prototype, 'exec').mockImplementation(async function (this: Held) {
    if (this.op !== operation || this.mongooseCollection.name !== 'stays') return exec.call(this);
    held++;
    if (when === 'before') await released;
    const result = await exec.call(this);
    if (when === 'after') await released;
    return result;
  } as Exec);
  return { letGo, isHeld: () => held > 0 };
}

describe('a request whose deadline passes', () => {
  it('before it writes gets a 503 with Retry-After, and writes nothing when its work continues', async () => {
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
    // A later change of the same booking runs after the remaining work of the first one.
    const later = await api.patch(`/v2/bookings/${id}`, { title: 'later' });
    expect(later.body).toMatchObject({ notes: null, title: 'later' });
    expect(await booking.eventsOf(userId, 'booking', 2)).toHaveLength(2);
  });

  it('while it writes gets a 504; repeating it with the same Idempotency-Key returns the result', async () => {
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

  it('gets a 503 when it only reads', async () => {
    const { api, operator } = await booking.anAccount();
    const made = await api.post('/v2/bookings', { property_id: await operator.property(), ...stay });
    const reads = hold('findOne', 'before');
    const answer = await api.get(`/v2/bookings/${made.body.id}`, withDeadline());
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    await until(() => reads.isHeld());
    reads.letGo();
  });
});

describe('a request during which the database becomes unavailable', () => {
  const away = () => Object.assign(new Error('connection closed'), { name: 'MongoNetworkError' });

  it.each([
    ['before it writes is a 503 with Retry-After', 'findOne', 503, 'unavailable', '2'],
    ['while it writes is a 504', 'findOneAndUpdate', 504, 'gateway_timeout', null],
  ])('%s', async (_when, operation, status, code, retryAfter) => {
    const { api, operator } = await booking.anAccount();
    const body = { property_id: await operator.property(), ...stay };
    const { id } = (await api.post('/v2/bookings', body)).body;
    const exec = Reflect.get(mongoose.Query.prototype, 'exec') as (this: unknown) => Promise<unknown>;
    jest.spyOn(mongoose.Query.prototype, 'exec').mockImplementation(async function (this: Held) {
      if (this.op === operation && this.mongooseCollection.name === 'stays') throw away();
      return exec.call(this);
    } as Exec);
    const answer = await api.patch(`/v2/bookings/${id}`, { notes: 'lost' });
    expect([answer.status, answer.body.status, answer.headers.get('retry-after')]).toEqual([status, code, retryAfter]);
  });
});
