import { aQuote } from '../testing/a-quote';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => {
  booking = await startBookingUnderTest();
});
afterAll(() => booking.stop());

const july = { arrival: '2030-07-01', departure: '2030-07-04' };

describe('a field that only the server sets', () => {
  it('is accepted in a new booking when it equals the value that the server sets', async () => {
    const { api, operator } = await booking.anAccount();
    const property_id = await operator.property();
    const result = {
      type: 'Booking',
      door_codes: [],
      charges: [],
      total_paid: 0,
      currency_code: 'EUR',
      owner_id: null,
    };
    expect((await api.post('/v2/bookings', { property_id, ...july, ...result })).status).toBe(200);
  });

  it.each([true, false])(
    'is refused with a wrong value in a request that accepts a quote with hold_dates %s; the quote stays open',
    async (hold_dates) => {
      const { api, quote } = await aQuote(booking, { hold_dates });
      const wrong = { type: 'owner', total_paid: 999, owner_id: 77, form_key: 'x', thread_ids: [1] };
      const refused = await api.post('/v2/bookings', {
        quote_id: quote.id,
        ...wrong,
        booked_utc: '2020-01-01T00:00:00Z',
      });
      expect([refused.status, refused.body.messages]).toEqual([
        400,
        [
          'type: "owner" is not accepted; it is decided by is_block',
          'booked_utc: "2020-01-01T00:00:00Z" is not accepted; it is set when the booking is created',
          'owner_id: 77 is not accepted; it is decided by the property',
          'form_key: "x" is not accepted; it is assigned by the server',
          'thread_ids: the sent value is not accepted; they are decided by the messages',
          'total_paid: 999 is not accepted; it is decided by the payments',
        ],
      ]);
      expect((await api.get(`/v2/quotes/${quote.id}`)).body.status).toBe('open');
    },
  );

  it('is accepted in a request that accepts a quote if it equals the value of the hold or of the new booking', async () => {
    const { api, quote } = await aQuote(booking, { hold_dates: true });
    const { body: guest } = await api.post('/v2/guests', { first_name: 'Ada', last_name: 'Rossi' });
    const [held] = (await api.get('/v2/bookings')).body.items;
    const { id, form_key, created_utc, booked_utc, updated_utc, property } = held;
    const { charges, total_amount } = quote;
    const answer = await api.post('/v2/bookings', {
      ...{ quote_id: quote.id, id, form_key, created_utc, booked_utc, updated_utc, property, charges, total_amount },
      ...{ type: 'booking', total_owed: total_amount, door_codes: [], guest_id: guest.id },
      guest: { id: guest.id, first_name: 'Ada', last_name: 'Rossi' },
    });
    expect([answer.status, answer.body.id]).toEqual([200, id]);
  });

  it("is refused in an operator's request when it differs from the value that the server sets", async () => {
    const { operator } = await booking.anAccount({ is_property_management: true });
    const owner_id = await operator.owner();
    const property_id = await operator.property({ owner_id });
    const refused = await operator.post('/bookings', { property_id, ...july, owner_id: 9, total_paid: 55 });
    expect([refused.status, refused.body.messages]).toEqual([
      400,
      [
        'owner_id: 9 is not accepted; it is decided by the property',
        'total_paid: 55 is not accepted; it is decided by the payments',
      ],
    ]);
    const { id } = await operator.booking({ property_id, ...july, owner_id });
    const kind = 'it is decided when the booking is created, and by is_block of PATCH v2/bookings/{id}';
    for (const [body, message] of [
      [{ type: 'owner' }, `type: "owner" is not accepted; ${kind}`],
      [{ is_block: true }, `is_block: true is not accepted; ${kind}`],
      [{ total_paid: 55 }, 'total_paid: 55 is not accepted; it is decided by the payments'],
      [{ owner_id: 9 }, 'owner_id: 9 is not accepted; it is decided by the property'],
    ] as const) {
      const changed = await operator.patch(`/bookings/${id}`, body);
      expect([changed.status, changed.body.messages]).toEqual([400, [message]]);
    }
  });

  it("is accepted in an operator's change when it equals the value before or after the change", async () => {
    const { operator } = await booking.anAccount();
    const made = await operator.booking({ property_id: await operator.property(), ...july, title: 'Old' });
    const unchanged = await operator.patch(`/bookings/${made.id}`, { ...made, canceled_utc: undefined });
    expect([unchanged.status, unchanged.body]).toEqual([200, made]);
    const changed = await operator.patch(`/bookings/${made.id}`, { ...made, canceled_utc: undefined, title: 'New' });
    expect([changed.status, changed.body.title]).toEqual([200, 'New']);
  });
});
