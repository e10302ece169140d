import { times } from '@keyhaven/testing/sample';
import { until } from '@keyhaven/testing/until';
import { aQuote, quotedStay } from '../testing/a-quote';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => void (booking = await startBookingUnderTest()));
afterAll(() => booking.stop());

const RUNS = 12;
const runs = Array.from({ length: RUNS }, (_, index) => index);
/** The numbers of the runs in which tests send two requests at the same time. A sample of the suite has fewer runs. */
const races = runs.slice(0, times(RUNS, 3));

describe('a quote whose dates change to nights that are booked at the same time', () => {
  it.each([false, true])(
    'is preempted before the change is answered (the quote had a hold before: %s)',
    async (hold_dates) => {
      const { api, property_id, quote } = await aQuote(booking, { hold_dates });
      if (hold_dates) await api.patch(`/v2/quotes/${quote.id}`, { hold_dates: false });
      const nights = { arrival: '2030-08-01', departure: '2030-08-03' };
      const asked = booking.peers.askedOf(property_id).length;
      let release = () => {};
      booking.peers.holdUntil(property_id, new Promise((resolve) => (release = resolve)));
      // Delay the call to pricing, which follows the check that the nights are free.
      const moving = api.patch(`/v2/quotes/${quote.id}`, nights);
      await until(() => booking.peers.askedOf(property_id).length > asked);
      expect((await api.post('/v2/bookings', { property_id, ...nights })).status).toBe(200);
      release();
      expect((await moving).status).toBe(200);
      expect((await api.get(`/v2/quotes/${quote.id}`)).body).toMatchObject({ ...nights, status: 'preempted' });
    },
  );
});

describe('the acceptance of a quote', () => {
  it('succeeds for only one of several concurrent requests; the others get a 409 that names the booking', async () => {
    for (const hold_dates of [true, false]) {
      const { api, quote } = await aQuote(booking, { hold_dates });
      const answers = await Promise.all(runs.map(() => api.post('/v2/bookings', { quote_id: quote.id })));
      const won = answers.filter(({ status }) => status === 200);
      expect(won).toHaveLength(1);
      for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
        expect([status, body.messages[0]]).toEqual([409, expect.stringContaining(`booking ${won[0]!.body.id}`)]);
      }
      expect((await api.get('/v2/bookings?status=active')).body.items).toHaveLength(1);
    }
  });

  it('returns the same booking to concurrent repeated requests', async () => {
    const { api, quote } = await aQuote(booking);
    const headers = { 'idempotency-key': 'together' };
    const answers = await Promise.all(runs.map(() => api.post('/v2/bookings', { quote_id: quote.id }, { headers })));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(200);
  });

  it('succeeds if and only if a concurrent booking with the same Idempotency-Key fails', async () => {
    for (const index of races) {
      const { api, operator, quote } = await aQuote(booking, { hold_dates: index % 2 === 0 });
      const stay = { property_id: await operator.property(), ...quotedStay };
      const headers = { 'idempotency-key': 'together' };
      const requests = [{ quote_id: quote.id }, stay, { quote_id: quote.id }, stay];
      const answers = await Promise.all(requests.map((body) => api.post('/v2/bookings', body, { headers })));
      const done = answers.map(({ status }) => status);
      expect([[200, 422, 200, 422].join(), [422, 200, 422, 200].join()]).toContain(done.join());
      expect((await api.get(`/v2/quotes/${quote.id}`)).body.status).toBe(done[0] === 200 ? 'accepted' : 'open');
      const { items } = (await api.get('/v2/bookings?status=active')).body as { items: { type: string }[] };
      expect(items.filter(({ type }) => type === 'booking')).toHaveLength(1);
    }
  }, 60_000);

  it('succeeds if and only if a concurrent acceptance of another quote with the same Idempotency-Key fails', async () => {
    for (const _ of races) {
      const { api, operator, quote } = await aQuote(booking);
      const stay = { property_id: await operator.property({ time_zone: 'Europe/Rome' }), ...quotedStay };
      const { body: other } = await api.post('/v2/quotes', stay);
      const headers = { 'idempotency-key': 'together' };
      const accept = (quote_id: number) => api.post('/v2/bookings', { quote_id }, { headers });
      const answers = await Promise.all([accept(quote.id), accept(other.id as number)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
      expect((await api.get('/v2/quotes?status=accepted')).body.items).toHaveLength(1);
    }
  }, 60_000);

  it('succeeds if and only if a concurrent deletion of the quote fails', async () => {
    for (const index of races) {
      const { api, property_id, quote } = await aQuote(booking, { hold_dates: index % 2 === 0 });
      const [accepted, deleted] = await Promise.all([
        api.post('/v2/bookings', { quote_id: quote.id }),
        api.delete(`/v2/quotes/${quote.id}`),
      ]);
      expect([accepted.status, deleted.status]).toEqual(accepted.status === 200 ? [200, 409] : [409, 204]);
      const other = await api.post('/v2/bookings', { property_id, ...quotedStay });
      expect(other.status).toBe(accepted.status === 200 ? 409 : 200);
    }
  });

  it('books dates and charges from the same version of the quote, even if the quote changes at the same time', async () => {
    for (const index of races) {
      const { api, quote } = await aQuote(booking, { hold_dates: index % 2 === 0 });
      const moved = { departure: '2030-07-06', generate_charges: true };
      const [accepted, patched] = await Promise.all([
        api.post('/v2/bookings', { quote_id: quote.id }),
        api.patch(`/v2/quotes/${quote.id}`, moved),
      ]);
      expect(accepted.status).toBe(200);
      const { departure, total_amount } = accepted.body;
      const isBefore = departure === quotedStay.departure;
      expect([departure, total_amount]).toEqual(isBefore ? ['2030-07-04', 300] : ['2030-07-06', 500]);
      expect(patched.status).toBe(isBefore ? 409 : 200);
    }
  });

  it('books only the version of the quote in If-Match, even if the quote changes at the same time', async () => {
    for (const index of races) {
      const { api, quote } = await aQuote(booking, { hold_dates: index % 2 === 0 });
      const headers = { 'if-match': '"1"' };
      const [accepted] = await Promise.all([
        api.post('/v2/bookings', { quote_id: quote.id }, { headers }),
        api.patch(`/v2/quotes/${quote.id}`, { departure: '2030-07-06', generate_charges: true }),
      ]);
      if (accepted.status === 200) expect(accepted.body).toMatchObject({ departure: '2030-07-04', total_amount: 300 });
      else expect(accepted.status).toBe(412);
    }
  });

  it('never frees the held nights for bookings that are requested at the same time', async () => {
    const { api, property_id, quote } = await aQuote(booking, { hold_dates: true });
    const night = { property_id, arrival: '2030-07-02', departure: '2030-07-03' };
    const [accepted, ...others] = await Promise.all([
      api.post('/v2/bookings', { quote_id: quote.id }),
      ...Array.from({ length: 60 }, () => api.post('/v2/bookings', night)),
    ]);
    expect(accepted.status).toBe(200);
    expect(others.filter(({ status }) => status !== 409)).toEqual([]);
  });

  it('succeeds for a quote without a hold if and only if a concurrent booking of the nights fails', async () => {
    for (const _ of races) {
      const { api, property_id, quote } = await aQuote(booking);
      const [accepted, booked] = await Promise.all([
        api.post('/v2/bookings', { quote_id: quote.id }),
        api.post('/v2/bookings', { property_id, ...quotedStay }),
      ]);
      expect([accepted.status, booked.status].sort()).toEqual([200, 409]);
      const status = accepted.status === 200 ? 'accepted' : 'preempted';
      expect((await api.get(`/v2/quotes/${quote.id}`)).body.status).toBe(status);
    }
  });

  it('never succeeds together with another booking of the nights while the quote expires', async () => {
    const expires_utc = new Date(Date.now() + 2500).toISOString();
    const accounts = await Promise.all(runs.map(() => aQuote(booking, { hold_dates: true, expires_utc })));
    const over = Date.parse(accounts[0]!.quote.expires_utc as string);
    await new Promise((resolve) => setTimeout(resolve, Math.max(over - Date.now() - 60, 0)));
    await Promise.all(
      accounts.map(async ({ api, property_id, quote }, index) => {
        await new Promise((resolve) => setTimeout(resolve, index * 10));
        const [accepted, booked] = await Promise.all([
          api.post('/v2/bookings', { quote_id: quote.id }),
          api.post('/v2/bookings', { property_id, ...quotedStay }),
        ]);
        if (accepted.status === 200) expect(booked.status).toBe(409);
        const { status } = (await api.get(`/v2/quotes/${quote.id}`)).body;
        if (accepted.status === 200) expect(status).toBe('accepted');
        const sold = (await api.get('/v2/bookings?status=active')).body.items as { type: string }[];
        expect(sold.filter(({ type }) => type === 'booking').length).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('a quote that is created for nights that are booked at the same time', () => {
  it('is refused or preempted, and never stays open', async () => {
    for (const _ of races) {
      const account = await booking.anAccount();
      const property_id = await account.operator.property();
      const [quoted, booked] = await Promise.all([
        account.api.post('/v2/quotes', { property_id, ...quotedStay }),
        account.api.post('/v2/bookings', { property_id, ...quotedStay }),
      ]);
      expect(booked.status).toBe(200);
      if (quoted.status === 200) {
        expect((await account.api.get(`/v2/quotes/${quoted.body.id}`)).body.status).toBe('preempted');
      } else expect(quoted.status).toBe(409);
    }
  });
});

describe('a quote for nights that become unavailable because of a new link', () => {
  it('is preempted and published before the request that creates the link is answered', async () => {
    const { userId, api, operator, property_id, quote } = await aQuote(booking);
    const later = { arrival: '2030-09-01', departure: '2030-09-03' };
    const free = await api.post('/v2/quotes', { property_id, ...later });
    const other = await operator.property({ name: 'Other' });
    await api.post('/v2/bookings', { property_id: other, ...quotedStay });
    expect((await api.get(`/v2/quotes/${quote.id}`)).body.status).toBe('open');
    await operator.link(property_id, other);
    const status = async (id: number) => (await api.get(`/v2/quotes/${id}`)).body.status as string;
    expect([await status(quote.id), await status(free.body.id as number)]).toEqual(['preempted', 'open']);
    const published = (await booking.eventsOf(userId, 'quote', 3)).at(-1);
    expect(published?.entity.id).toBe(quote.id);
  });

  it('is preempted even if the first attempt to create the link was refused', async () => {
    const { api, operator, property_id, quote } = await aQuote(booking, { hold_dates: true });
    const other = await operator.property({ name: 'Other' });
    await api.post('/v2/bookings', { property_id: other, ...quotedStay });
    const pair = { property_ids: [property_id, other] };
    expect((await operator.post('/links', pair)).status).toBe(409);
    expect((await api.get(`/v2/quotes/${quote.id}`)).body.status).toBe('open');
    await api.patch(`/v2/quotes/${quote.id}`, { hold_dates: false });
    expect((await operator.post('/links', pair)).status).toBe(200);
    expect((await api.get(`/v2/quotes/${quote.id}`)).body.status).toBe('preempted');
  });
});
