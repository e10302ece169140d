import type { Answer } from '@keyhaven/testing/checked-client';
import { type BookingUnderTest, startBookingUnderTest, type TestAccount } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => {
  booking = await startBookingUnderTest();
});
afterAll(() => booking.stop());

const july = { arrival: '2030-07-01', departure: '2030-07-04' };

interface Properties extends TestAccount {
  ids: [number, number, number];
  /** Requests a link, with or without an Idempotency-Key. */
  link: (property_ids: number[], key?: string) => Promise<Answer>;
}

async function threeProperties(): Promise<Properties> {
  const account = await booking.anAccount();
  const property = () => account.operator.property();
  const path = `/operator/accounts/${account.userId}/links`;
  return {
    ...account,
    ids: [await property(), await property(), await property()],
    link: (property_ids, key) =>
      booking
        .asOperator()
        .post(path, { property_ids }, key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  };
}

describe('POST operator links with an Idempotency-Key', () => {
  it('repeats the first response, even after the link was removed and created again', async () => {
    const { operator, ids, link } = await threeProperties();
    const [a, b] = ids;
    const first = await link([a, b], 'k');
    expect([first.status, first.body.state]).toEqual([200, 'active']);
    await operator.delete(`/links/${first.body.id}`);
    const repeated = await link([a, b], 'k');
    expect([repeated.status, repeated.body, repeated.headers.get('etag')]).toEqual([
      200,
      first.body,
      first.headers.get('etag'),
    ]);
    expect((await operator.get('/links')).body.items).toEqual([]);
    const other = await link([a, b], 'k2');
    expect(other.body.id).not.toBe(first.body.id);
    expect((await link([a, b], 'k')).body).toEqual(first.body);
  });

  it('creates one link for simultaneous requests, which all get the same response', async () => {
    const { operator, ids, link } = await threeProperties();
    const [a, b] = ids;
    const answers = await Promise.all(Array.from({ length: 8 }, () => link([a, b], 'k')));
    for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]!.body]);
    expect((await operator.get('/links')).body.count).toBe(1);
  });

  it('refuses the same key for other properties, even if they are already linked or do not exist', async () => {
    const { operator, ids, link } = await threeProperties();
    const [a, b, c] = ids;
    await link([a, b], 'k');
    await link([a, c]);
    for (const pair of [
      [b, c],
      [a, c],
      [a, 999_999_999],
    ]) {
      const { status, body } = await link(pair, 'k');
      expect([status, body.status]).toEqual([422, 'idempotency_key_reused']);
    }
    expect((await operator.get('/links')).body.count).toBe(2);
  });

  it('refuses the key for other properties even if the first request only returned an existing link', async () => {
    const { ids, link } = await threeProperties();
    const [a, b, c] = ids;
    const made = await link([a, b]);
    const answered = await link([a, b], 'k');
    expect([answered.status, answered.body, answered.headers.get('etag')]).toEqual([
      200,
      made.body,
      made.headers.get('etag'),
    ]);
    expect((await link([b, c], 'k')).status).toBe(422);
  });

  it('repeats a refusal even after the conflict was resolved; a new key creates the link', async () => {
    const { api, ids, link } = await threeProperties();
    const [a, b] = ids;
    await api.post('/v2/bookings', { property_id: a, ...july });
    const { body: other } = await api.post('/v2/bookings', { property_id: b, ...july });
    const refused = await link([a, b], 'k');
    expect(refused.status).toBe(409);
    await api.patch(`/v2/bookings/${other.id}`, { status: 'canceled' });
    const repeated = await link([a, b], 'k');
    expect([repeated.status, repeated.body]).toEqual([409, refused.body]);
    expect((await link([a, b], 'k2')).status).toBe(200);
  });
});
