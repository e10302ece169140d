import { aQuote, letExpire } from '../testing/a-quote';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => {
  booking = await startBookingUnderTest();
});
afterAll(() => booking.stop());

const dry = { headers: { prefer: 'dry-run' } };

describe('a dry run of a booking that needs the nights of an expired hold', () => {
  it('succeeds for a new booking and for a move of a booking', async () => {
    const { api, operator, property_id, quote } = await aQuote(booking, { hold_dates: true });
    const { id } = await operator.booking({ property_id, arrival: '2030-08-01', departure: '2030-08-04' });
    await letExpire(booking, quote.id);
    const stay = { arrival: '2030-07-01', departure: '2030-07-04' };
    const made = await api.post('/v2/bookings', { property_id, ...stay }, dry);
    expect([made.status, made.body.id, made.body.form_key]).toEqual([200, null, null]);
    const moved = await api.patch(`/v2/bookings/${id}`, stay, dry);
    expect([moved.status, moved.body]).toMatchObject([200, { id, ...stay }]);
    expect((await api.get(`/v2/bookings/${id}`)).body.arrival).toBe('2030-08-01');
  });

  it('is refused with the same message as the real request if other stays occupy some of the nights', async () => {
    const { api, operator, property_id, quote } = await aQuote(booking, { hold_dates: true });
    await operator.booking({ property_id, arrival: '2030-07-04', departure: '2030-07-06' });
    await letExpire(booking, quote.id);
    const stay = { property_id, arrival: '2030-07-02', departure: '2030-07-05' };
    const tried = await api.post('/v2/bookings', stay, dry);
    const real = await api.post('/v2/bookings', stay);
    expect([tried.status, tried.body]).toEqual([409, real.body]);
    expect(tried.body.messages).toEqual([expect.not.stringContaining('2030-07-03')]);
  });
});

describe('a dry run of a quote that holds nights', () => {
  it('does not hold the nights, and is refused while another quote holds them', async () => {
    const { api, property_id } = await aQuote(booking);
    const held = { property_id, arrival: '2030-07-01', departure: '2030-07-04', hold_dates: true };
    for (let time = 0; time < 2; time++) expect((await api.post('/v2/quotes', held, dry)).status).toBe(200);
    expect((await api.post('/v2/quotes', held)).status).toBe(200);
    expect((await api.post('/v2/quotes', held, dry)).body.status).toBe('nights_taken');
  });
});

describe('the payment form of a quote', () => {
  it('does not support dry runs', async () => {
    const { api, quote } = await aQuote(booking);
    const path = new URL(quote.payment_form).pathname;
    const answer = await fetch(`${booking.running.url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await booking.keys.sign({ audience: 'booking', scope: 'open' })}`,
        prefer: 'dry-run',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'version=1&first_name=Ida&last_name=Rossi&email=ida@example.com&telephone=1',
    });
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('is not available')]);
    expect((await api.get(`/v2/quotes/${quote.id}`)).body.status).toBe('open');
  });
});
