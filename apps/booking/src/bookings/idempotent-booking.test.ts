import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => {
  booking = await startBookingUnderTest();
});
afterAll(() => booking.stop());

const july = { arrival: '2026-07-01', departure: '2026-07-04' };
const withKey = (key: string) => ({ headers: { 'idempotency-key': key } });

describe('POST v2/bookings with an Idempotency-Key', () => {
  it('creates one booking for 20 simultaneous identical requests, which all get the same response', async () => {
    const { api, operator } = await booking.anAccount();
    const property_id = await operator.property();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => api.post('/v2/bookings', { property_id, ...july }, withKey('same'))),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    for (const { body } of replies) expect(body).toEqual(replies[0]!.body);
    expect((await api.get('/v2/bookings')).body.count).toBe(1);
  });

  it('repeats the first response even after the booking was changed and canceled', async () => {
    const { api, operator } = await booking.anAccount();
    const property_id = await operator.property();
    const body = { property_id, ...july, notes: 'first' };
    const first = await api.post('/v2/bookings', body, withKey('k'));
    await api.patch(`/v2/bookings/${first.body.id}`, { status: 'canceled', notes: 'changed' });
    await api.post('/v2/bookings', { property_id, ...july });
    const again = await api.post('/v2/bookings', body, withKey('k'));
    expect([again.status, again.body]).toEqual([200, first.body]);
  });

  it('does not repeat the first response if the key, the credential or the account differs', async () => {
    const [one, two] = [await booking.anAccount(), await booking.anAccount()];
    const property_id = await one.operator.property();
    const body = { property_id, ...july };
    expect((await one.api.post('/v2/bookings', body, withKey('k'))).status).toBe(200);
    expect((await one.api.post('/v2/bookings', body, withKey('k2'))).status).toBe(409);
    const otherCredential = booking.asAccount(one.userId, { credentialId: 'another' });
    expect((await otherCredential.post('/v2/bookings', body, withKey('k'))).status).toBe(409);
    expect((await two.api.post('/v2/bookings', body, withKey('k'))).status).toBe(400);
  });

  it('is refused with a 422 when the body differs from that of the first request', async () => {
    const { api, operator } = await booking.anAccount();
    const property_id = await operator.property();
    await api.post('/v2/bookings', { property_id, ...july }, withKey('k'));
    const other = await api.post('/v2/bookings', { property_id, ...july, adults: 2 }, withKey('k'));
    expect(other).toMatchObject({ status: 422, body: { status: 'idempotency_key_reused', status_code: 422 } });
  });

  it('repeats a refusal even after the nights have become free; a new key creates the booking', async () => {
    const { api, operator } = await booking.anAccount();
    const property_id = await operator.property();
    const rival = (await api.post('/v2/bookings', { property_id, ...july })).body;
    const body = { property_id, ...july, notes: 'mine' };
    const refused = await api.post('/v2/bookings', body, withKey('k'));
    expect(refused.status).toBe(409);
    await api.patch(`/v2/bookings/${rival.id}`, { status: 'canceled' });
    const again = await api.post('/v2/bookings', body, withKey('k'));
    expect([again.status, again.body.messages]).toEqual([409, refused.body.messages]);
    expect((await api.get('/v2/bookings')).body.items.map(({ id }: { id: number }) => id)).toEqual([rival.id]);
    expect((await api.post('/v2/bookings', body, withKey('another'))).status).toBe(200);
  });
});
