import { versionIn } from '@keyhaven/testing/version-in';
import { aBooking, july } from '../testing/a-booking';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => {
  booking = await startBookingUnderTest();
});
afterAll(() => booking.stop());

describe('PATCH v2/bookings/{id}', () => {
  it('changes only the fields in the request', async () => {
    const account = await booking.anAccount();
    const made = await aBooking(account, { notes: 'first' });
    const { body, status } = await account.api.patch(`/v2/bookings/${made.id}`, {
      title: 'Honeymoon',
      check_in: '18:30',
    });
    expect(status).toBe(200);
    expect(body).toEqual({ ...made, title: 'Honeymoon', check_in: '18:30', updated_utc: body.updated_utc });
  });

  it('changes the nights in one write that frees the old nights and takes the new nights', async () => {
    const account = await booking.anAccount();
    const made = await aBooking(account);
    const { property_id } = made;
    const moved = await account.api.patch(`/v2/bookings/${made.id}`, {
      arrival: '2026-07-03',
      departure: '2026-07-06',
    });
    expect([moved.status, moved.body.arrival, moved.body.departure]).toEqual([200, '2026-07-03', '2026-07-06']);
    expect(
      (await account.api.post('/v2/bookings', { property_id, arrival: '2026-07-01', departure: '2026-07-03' })).status,
    ).toBe(200);
    const again = await account.api.post('/v2/bookings', {
      property_id,
      arrival: '2026-07-05',
      departure: '2026-07-06',
    });
    expect(again.status).toBe(409);
  });

  it('refuses nights that another booking occupies, lists only these nights, and changes nothing', async () => {
    const account = await booking.anAccount();
    const made = await aBooking(account);
    await aBooking(account, { property_id: made.property_id, arrival: '2026-07-05', departure: '2026-07-07' });
    const refused = await account.api.patch(`/v2/bookings/${made.id}`, { departure: '2026-07-06', title: 'Longer' });
    expect(refused.status).toBe(409);
    expect(refused.body.messages).toEqual([`nights at property ${made.property_id} are taken: 2026-07-05`]);
    expect((await account.api.get(`/v2/bookings/${made.id}`)).body).toEqual(made);
  });

  it('frees the nights of a canceled booking, and sets canceled_utc', async () => {
    const account = await booking.anAccount();
    const made = await aBooking(account);
    const { body } = await account.api.patch(`/v2/bookings/${made.id}`, { status: 'Canceled' });
    expect(body).toMatchObject({ status: 'canceled', canceled_utc: body.updated_utc, total_owed: 0 });
    await aBooking(account, { property_id: made.property_id });
    const revived = await account.api.patch(`/v2/bookings/${made.id}`, { status: 'active' });
    expect(revived.status).toBe(409);
    const events = await booking.eventsOf(account.userId, 'booking', 3);
    const cancel = events.find(({ entity_id, version }) => entity_id === made.id && version === 2)!;
    expect(new Set(cancel.categories)).toEqual(new Set(['canceled', 'availability']));
    expect(cancel.entity.canceled_utc).toBe(body.canceled_utc);
  });

  it('restores a canceled booking if its nights are free, and clears canceled_utc', async () => {
    const account = await booking.anAccount();
    const made = await aBooking(account);
    await account.api.patch(`/v2/bookings/${made.id}`, { status: 'canceled' });
    const { body } = await account.api.patch(`/v2/bookings/${made.id}`, { status: 'pending' });
    expect(body).toMatchObject({ status: 'pending', canceled_utc: null });
    expect((await account.api.post('/v2/bookings', { property_id: made.property_id, ...july })).status).toBe(409);
  });

  it('refuses to set an active booking to pending', async () => {
    const account = await booking.anAccount();
    const made = await aBooking(account);
    const { status, body } = await account.api.patch(`/v2/bookings/${made.id}`, { status: 'pending' });
    expect([status, body.messages[0]]).toEqual([
      400,
      expect.stringContaining('an active booking cannot become pending'),
    ]);
  });

  it('keeps the listing site if the request does not contain it, and clears it with null', async () => {
    const account = await booking.anAccount();
    const listing_site_id = await account.operator.listingSite();
    const made = await aBooking(account, { listing_site_id });
    const kept = await account.api.patch(`/v2/bookings/${made.id}`, { title: 'x' });
    expect(kept.body).toMatchObject({ listing_site_id, listing_site: 'Airbnb' });
    const cleared = await account.api.patch(`/v2/bookings/${made.id}`, { listing_site_id: null });
    expect(cleared.body).toMatchObject({ listing_site_id: null, listing_site: null });
    const unknown = await account.api.patch(`/v2/bookings/${made.id}`, { listing_site_id: 4040 });
    expect([unknown.status, unknown.body.messages]).toEqual([
      400,
      ['listing_site_id: the listing site id 4040 was not found or is not available'],
    ]);
  });

  it('accepts the whole record as a GET returned it, and changes nothing', async () => {
    const account = await booking.anAccount();
    const made = await aBooking(account, { tags: ['x'] });
    const { body, status, headers } = await account.api.patch(`/v2/bookings/${made.id}`, made);
    expect([status, body, versionIn(headers)]).toEqual([200, made, 1]);
  });

  it('refuses fields that only the server sets; the error says what determines them', async () => {
    const account = await booking.anAccount();
    const made = await aBooking(account);
    const { status, body } = await account.api.patch(`/v2/bookings/${made.id}`, {
      type: 'owner',
      total_paid: 5,
      id: 1e9,
    });
    expect(status).toBe(400);
    expect(body.messages).toEqual([
      'type: "owner" is not accepted; it is decided by is_block',
      'id: 1000000000 is not accepted; ids are assigned by the server',
      'total_paid: 5 is not accepted; it is decided by the payments',
    ]);
  });

  it('keeps custom fields when the cleaning date is set, and clears the cleaning date with null', async () => {
    const account = await booking.anAccount();
    const made = await aBooking(account, { fields: [{ code: 'wifi', value: 'secret' }] });
    const dated = await account.api.patch(`/v2/bookings/${made.id}?include_fields=true`, {
      cleaning_date: '2026-07-04 11:00:00',
    });
    expect(dated.body).toMatchObject({
      cleaning_date: '2026-07-04T11:00:00Z',
      fields: [{ code: 'wifi', value: 'secret' }],
    });
    expect((await account.api.patch(`/v2/bookings/${made.id}`, { cleaning_date: null })).body.cleaning_date).toBeNull();
  });

  it('returns a 412 when If-Match contains a different version, and a 400 when If-Match is invalid', async () => {
    const account = await booking.anAccount();
    const made = await aBooking(account);
    const path = `/v2/bookings/${made.id}`;
    const first = await account.api.patch(path, { title: 'a' }, { headers: { 'if-match': '"1"' } });
    expect([first.status, versionIn(first.headers)]).toEqual([200, 2]);
    const stale = await account.api.patch(path, { title: 'b' }, { headers: { 'if-match': '"1"' } });
    expect([stale.status, stale.body.messages]).toEqual([412, ['If-Match names version 1, the present one is 2']]);
    expect((await account.api.patch(path, { title: 'c' }, { headers: { 'if-match': 'abc' } })).status).toBe(400);
  });

  it('loses none of several concurrent changes of different fields', async () => {
    const account = await booking.anAccount();
    const made = await aBooking(account);
    const fields = ['title', 'notes', 'check_in', 'check_out', 'adults', 'pets'] as const;
    const values = ['t', 'n', '17:00', '09:00', 3, 1];
    const answers = await Promise.all(
      fields.map((field, i) => account.api.patch(`/v2/bookings/${made.id}`, { [field]: values[i] })),
    );
    expect(answers.map(({ status }) => status)).toEqual(fields.map(() => 200));
    const { body, headers } = await account.api.get(`/v2/bookings/${made.id}`);
    expect(fields.map((field) => body[field])).toEqual(values);
    expect(versionIn(headers)).toBe(7);
    const events = await booking.eventsOf(account.userId, 'booking', 7);
    expect(events.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('publishes nothing and keeps the version when nothing changes', async () => {
    const account = await booking.anAccount();
    const made = await aBooking(account);
    const { headers } = await account.api.patch(`/v2/bookings/${made.id}`, { adults: 2, arrival: july.arrival });
    expect(versionIn(headers)).toBe(1);
    await account.api.patch(`/v2/bookings/${made.id}`, { title: 'changed' });
    const events = await booking.eventsOf(account.userId, 'booking', 2);
    expect(events.map(({ version }) => version)).toEqual([1, 2]);
    expect(events[1]!.categories).toEqual(['other']);
  });

  it('returns a 404 for an unknown id', async () => {
    const { api } = await booking.anAccount();
    expect((await api.patch('/v2/bookings/1234567', { title: 'x' })).status).toBe(404);
  });
});

describe('a booking', () => {
  it('accepts a record from a list as the body of a PATCH, even if the record has no currency', async () => {
    const account = await booking.anAccount();
    const property_id = await account.operator.property({ currency_code: null });
    const made = await aBooking(account, { property_id });
    const [item] = (await account.api.get('/v2/bookings')).body.items;
    expect(item.currency_code).toBeNull();
    expect((await account.api.patch(`/v2/bookings/${made.id}`, item)).status).toBe(200);
  });

  it('accepts 200 simultaneous changes', async () => {
    const account = await booking.anAccount();
    const made = await aBooking(account);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        account.api.patch(`/v2/bookings/${made.id}`, { title: `title ${index}` }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(versionIn((await account.api.get(`/v2/bookings/${made.id}`)).headers)).toBe(201);
  });

  it("is refused with a 503 while the booking service has not received the account's record", async () => {
    const userId = 4_242_424_242;
    const operator = booking.asOperator();
    const property = await operator.post(`/operator/accounts/${userId}/properties`, { name: 'Early' });
    const answer = await booking.asAccount(userId).post('/v2/bookings', { property_id: property.body.id, ...july });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  });
});
