import { chargeInputs } from '@keyhaven/stays/charges/testing/charge-arbitraries';
import { surcharge, tax } from '@keyhaven/stays/charges/worked-examples/example';
import { versionIn } from '@keyhaven/testing/version-in';
import fc from 'fast-check';
import { times } from '@keyhaven/testing/sample';
import { type BookingUnderTest, startBookingUnderTest, type TestAccount } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => void (booking = await startBookingUnderTest()));
afterAll(() => booking.stop());

const stay = { arrival: '2030-07-01', departure: '2030-07-04', adults: 2 };

async function anAccountWithProperty(
  property: Record<string, unknown> = {},
): Promise<TestAccount & { property_id: number }> {
  const account = await booking.anAccount();
  const property_id = await account.operator.property(property);
  return { ...account, property_id };
}

describe('generate_charges', () => {
  it('adds the charges of the property to a new booking', async () => {
    const { api, property_id } = await anAccountWithProperty();
    const { status, body } = await api.post('/v2/bookings', { property_id, ...stay, generate_charges: true });
    expect(status).toBe(200);
    expect(body).toMatchObject({ total_amount: 300, total_owed: 300, charges: [{ type: 'rent', amount: 300 }] });
  });

  it('replaces the charges of a booking with charges at the current rates', async () => {
    const { api, property_id } = await anAccountWithProperty();
    const { body } = await api.post('/v2/bookings', { property_id, ...stay, generate_charges: true });
    booking.peers.price(property_id, { rent: 50 });
    const kept = await api.patch(`/v2/bookings/${body.id}`, { departure: '2030-07-05' });
    expect(kept.body.total_amount).toBe(300);
    const made = await api.patch(`/v2/bookings/${body.id}`, { generate_charges: true });
    expect(made.body.total_amount).toBe(200);
    expect(booking.peers.lastStayOf(property_id)).toMatchObject({ ignoring_booking_id: body.id });
  });

  it('is refused with a 400 and without a call to pricing if the departure is before the arrival', async () => {
    const { api, property_id } = await anAccountWithProperty();
    const { body } = await api.post('/v2/bookings', { property_id, ...stay });
    const patch = { departure: '2030-06-20', generate_charges: true };
    const refused = await api.patch(`/v2/bookings/${body.id}`, patch);
    expect([refused.status, refused.body.messages]).toEqual([
      400,
      ['departure: 2030-06-20 must be after arrival 2030-07-01'],
    ]);
    expect(booking.peers.lastStayOf(property_id)).toBeUndefined();
  });

  it('is refused for a move to a property with a different currency while the booking has payments', async () => {
    const { api, operator, userId, property_id } = await anAccountWithProperty();
    const elsewhere = await operator.property({ currency_code: 'JPY' });
    booking.peers.price(elsewhere, { currency_code: 'JPY' });
    const { body } = await api.post('/v2/bookings', { property_id, ...stay, generate_charges: true });
    const amounts = { total_paid: 90, total_refunded: 0, total_host_fees: 0, paid_when_canceled: 0 };
    const totals = [{ currency_code: 'EUR', ...amounts }];
    await booking.asOperator().post(`/internal/bookings/${body.id}/balance`, {
      user_id: userId,
      balance: { generation: 0, version: 1, totals, canceled_utc: null },
    });
    const moved = { property_id: elsewhere, generate_charges: true };
    const refused = await api.patch(`/v2/bookings/${body.id}`, moved);
    expect([refused.status, refused.body.messages]).toEqual([400, [expect.stringContaining('currency_code: JPY')]]);
    const kept = await api.patch(`/v2/bookings/${body.id}`, { property_id: elsewhere });
    expect(kept.body).toMatchObject({ currency_code: 'EUR', total_paid: 90 });
  });

  it('enforces only the stay rules about minimum and maximum nights; with ignore_rules, the response lists broken rules', async () => {
    const { api, property_id } = await anAccountWithProperty({ max_guests: 1 });
    const broken_rules = ['min_nights', 'required_gap', 'advance_notice'].map((rule) => ({ rule, message: rule }));
    booking.peers.price(property_id, { broken_rules });
    const body = { property_id, ...stay, adults: 1, generate_charges: true };
    const refused = await api.post('/v2/bookings', body);
    expect([refused.status, refused.body.messages]).toEqual([400, ['min_nights']]);
    const ignored = await api.post('/v2/bookings', { ...body, adults: 2, ignore_rules: true });
    expect(ignored.body.broken_rules).toEqual([
      "guests (adults and children): 2 are more than the property's maximum of 1",
      'min_nights',
    ]);
  });

  it('is refused, like a quote, if rate adjusters reduce a price to 0 or less, even with ignore_rules', async () => {
    const { api, property_id } = await anAccountWithProperty();
    const onDates = (from: string, to: string) => ({ stay_dates: [{ from, to }] });
    const adjusters = [
      surcharge('rate_adjuster', { id: 8, percent: -60, criteria: onDates('2030-07-02', '2030-07-03') }),
      surcharge('rate_adjuster', {
        id: 9,
        mode: 'per_night',
        amount: -40,
        criteria: { guests: { min: 2, max: null } },
      }),
    ];
    booking.peers.define(property_id, {
      adjusters: adjusters.map((adjuster) => ({ ...adjuster, currency_code: 'EUR' })),
    });
    const two = { property_id, ...stay, generate_charges: true, ignore_rules: true };
    const message =
      `arrival: the nights 2030-07-02 to 2030-07-03 at property ${property_id} have no price: ` +
      'rate adjusters (surcharge 8, surcharge 9) bring it to 0 or less';
    for (const [path, more] of [
      ['/v2/bookings', {}],
      ['/v2/quotes', {}],
      ['/v2/quotes', { test: true }],
      ['/v2/quotes', { generate_charges: false }],
    ] as const) {
      const { status, body } = await api.post(path, { ...two, ...more });
      expect([status, body.messages]).toEqual([400, [message]]);
    }
    const { body: alone } = await api.post('/v2/bookings', { ...two, adults: 1 });
    expect(alone.total_amount).toBe(180);
    const again = await api.patch(`/v2/bookings/${alone.id}`, { adults: 2, generate_charges: true });
    expect([again.status, again.body.messages]).toEqual([400, [message]]);
    expect((await api.get(`/v2/bookings/${alone.id}`)).body).toMatchObject({ adults: 1, total_amount: 180 });
  });

  it('creates no rent for owner bookings, even on nights without a price', async () => {
    const { api, operator, property_id } = await anAccountWithProperty();
    const { body: contact } = await api.post('/v2/guests', { first_name: 'Olga', last_name: 'Owner' });
    booking.peers.price(property_id, { unpriced_nights: ['2030-07-01', '2030-07-02', '2030-07-03'] });
    const owner = await operator.booking({ property_id, ...stay, type: 'owner', guest_id: contact.id });
    const { body } = await api.patch(`/v2/bookings/${owner.id}`, { generate_charges: true });
    expect(body).toMatchObject({ type: 'owner', charges: [], total_amount: 0 });
  });

  it('publishes inclusive taxes only in the private part of events; new charges replace these taxes', async () => {
    const { api, operator, userId, property_id } = await anAccountWithProperty();
    const vat = tax({ id: 5, description: 'VAT', percent: 20, is_inclusive: true });
    const occupancy = tax({ id: 6, description: 'Occupancy', mode: 'per_stay', amount: 12, is_inclusive: true });
    booking.peers.define(property_id, { taxes: [vat, { ...occupancy, remitted_by_listing_site_ids: [4] }] });
    const { body } = await api.post('/v2/bookings', { property_id, ...stay, generate_charges: true });
    expect(JSON.stringify(body)).not.toContain('VAT');
    const kept = async (changes: number) =>
      (await booking.eventsOf(userId, 'booking', changes)).at(-1)!.private.contained_taxes;
    const made = [
      { tax_id: 5, description: 'VAT', amount: 50, is_channel_managed: false },
      { tax_id: 6, description: 'Occupancy', amount: 12, is_channel_managed: false },
    ];
    expect(await kept(1)).toEqual(made);
    booking.peers.define(property_id, { taxes: [vat] });
    await api.patch(`/v2/bookings/${body.id}`, { departure: '2030-07-05' });
    expect(await kept(2)).toEqual(made);
    await api.patch(`/v2/bookings/${body.id}`, { generate_charges: true });
    expect(await kept(3)).toEqual([{ ...made[0], amount: 66.67 }]);
    await operator.patch(`/bookings/${body.id}`, { charges: body.charges });
    expect(await kept(4)).toEqual([]);
  });

  it('refuses charges that are too large to represent exactly, and names the charge', async () => {
    const { api, property_id } = await anAccountWithProperty();
    const perGuest = surcharge('guest', { id: 3, mode: 'per_guest_per_night', amount: 1_000_000_000 });
    booking.peers.define(property_id, { surcharges: [{ ...perGuest, currency_code: 'EUR', description: 'Guests' }] });
    const long = { property_id, arrival: '2030-07-01', departure: '2032-06-20', adults: 1000, generate_charges: true };
    for (const path of ['/v2/bookings', '/v2/quotes']) {
      const { status, body } = await api.post(path, long);
      expect([status, body.messages]).toEqual([
        400,
        ['charges: Guests comes to 720000000000000.00 EUR; at most 90071992547409.91 EUR can be charged'],
      ]);
    }
  });

  it('is refused with a 503 while the fees service is unavailable', async () => {
    const { api, property_id } = await anAccountWithProperty();
    booking.peers.takeAway(property_id, 'fees');
    expect((await api.post('/v2/bookings', { property_id, ...stay })).status).toBe(200);
    expect(booking.peers.askedOf(property_id)).toEqual([]);
    const later = { property_id, ...stay, arrival: '2030-07-04', departure: '2030-07-06', generate_charges: true };
    expect((await api.post('/v2/bookings', later)).status).toBe(503);
    expect((await api.get('/v2/bookings')).body.count).toBe(1);
  });

  it('creates the same charges for a booking as for a quote', async () => {
    const { api, operator } = await booking.anAccount({ is_property_management: true });
    let day = 0;
    await fc.assert(
      fc.asyncProperty(chargeInputs, async ({ stay: inputs, surcharges, discounts, taxes }) => {
        const { currency_code, adults, children, pets } = inputs;
        const property_id = await operator.property({ currency_code, owner_commission_percent: 17.5 });
        booking.peers.price(property_id, { currency_code, rent: inputs.nights[0]!.rent || 1 });
        const inCurrency = <Definition extends { currency_code: string | null }>(definitions: Definition[]) =>
          definitions.map((each) => ({ ...each, currency_code: each.currency_code ?? currency_code }));
        const all = inCurrency(surcharges);
        booking.peers.define(property_id, {
          adjusters: all.filter(({ type }) => type === 'rate_adjuster'),
          surcharges: all.filter(({ type }) => type !== 'rate_adjuster'),
          discounts: inCurrency(discounts),
          taxes,
        });
        const date = (offset: number) => new Date(Date.UTC(2031, 0, 1 + day + offset)).toISOString().slice(0, 10);
        day += 9;
        const body = { property_id, arrival: date(0), departure: date(1 + (day % 8)), adults, children, pets };
        const quote = await api.post('/v2/quotes', body);
        const preview = await api.post('/v2/quotes', { ...body, test: true });
        const { body: booked, status } = await api.post('/v2/bookings', { ...body, generate_charges: true });
        if (status === 400) {
          // Rate adjusters reduced a price to 0 or less.
          expect(booked.messages).toEqual([expect.stringContaining('rate adjusters')]);
          expect([quote.body, preview.body]).toEqual([booked, booked]);
          return;
        }
        expect([booked.charges, booked.total_amount]).toEqual([quote.body.charges, quote.body.total_amount]);
        expect(preview.body.charges).toEqual(quote.body.charges);
        const again = await api.patch(`/v2/bookings/${booked.id}`, { generate_charges: true });
        expect([again.body, versionIn(again.headers)]).toEqual([booked, 1]);
      }),
      { numRuns: times(40, 10) },
    );
  }, 60_000);
});
