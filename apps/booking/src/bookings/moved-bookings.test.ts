import { aCharge } from '../testing/a-charge';
import { quotedStay } from '../testing/a-quote';
import { totals } from '../testing/booking-and-finance';
import { type BookingUnderTest, startBookingUnderTest, type TestAccount } from '../testing/booking-under-test';
import { recordTotals } from '../testing/record-totals';

let booking: BookingUnderTest;
beforeAll(async () => {
  booking = await startBookingUnderTest();
});
afterAll(() => booking.stop());

interface TwoProperties extends TestAccount {
  from: number;
  to: number;
  /** The owners of the properties: `before` owns `from`, and `after` owns `to`. */
  before: number;
  after: number;
}

/** An account with two properties of different owners, with commissions of 10 and 30 percent. */
async function twoProperties(): Promise<TwoProperties> {
  const account = await booking.anAccount({ is_property_management: true });
  const settings = (owner_id: number, owner_commission_percent: number, rent: string) => ({
    owner_id,
    owner_commission_percent,
    accounting: { rent },
    time_zone: 'Europe/Rome',
  });
  const [before, after] = [await account.operator.owner(), await account.operator.owner()];
  const from = await account.operator.property(settings(before, 10, '4000'));
  const to = await account.operator.property(settings(after, 30, '5000'));
  return { ...account, from, to, before, after };
}

async function lastPublished(userId: number, changes: number) {
  return (await booking.eventsOf(userId, 'booking', changes)).at(-1)!;
}

describe('a booking that moves to another property', () => {
  it('takes owner, commission and accounting codes from the new property', async () => {
    const { api, userId, from, to, before, after } = await twoProperties();
    const { body: made } = await api.post('/v2/bookings', { property_id: from, ...quotedStay, generate_charges: true });
    expect(made).toMatchObject({ owner_id: before, charges: [{ type: 'rent', owner_commission_percent: 10 }] });
    const moved = await api.patch(`/v2/bookings/${made.id}`, { property_id: to, generate_charges: true });
    expect(moved.body).toMatchObject({
      owner_id: after,
      charges: [{ type: 'rent', amount: 300, owner_commission_percent: 30, commission_amount: 90, owner_amount: 210 }],
    });
    expect((await lastPublished(userId, 2)).private).toMatchObject({
      owner_commission_percent: 30,
      accounting: { rent: '5000' },
    });
  });

  it('keeps its charges until a request contains generate_charges', async () => {
    const { api, from, to, after } = await twoProperties();
    const { body: made } = await api.post('/v2/bookings', { property_id: from, ...quotedStay, generate_charges: true });
    const moved = await api.patch(`/v2/bookings/${made.id}`, { ...made, property_id: to });
    expect(moved.body).toMatchObject({ owner_id: after, charges: made.charges });
    const later = await api.patch(`/v2/bookings/${made.id}`, { generate_charges: true });
    expect(later.body).toMatchObject({ owner_id: after, charges: [{ type: 'rent', owner_commission_percent: 30 }] });
  });

  it('takes the settings of the new property when an operator moves the booking', async () => {
    const { operator, userId, from, to, before, after } = await twoProperties();
    const made = await operator.booking({ property_id: from, ...quotedStay });
    await operator.patch(`/properties/${from}`, { owner_id: await operator.owner() });
    const stays = await operator.patch(`/bookings/${made.id}`, { title: 'Honeymoon' });
    expect(stays.body.owner_id).toBe(before);
    expect((await operator.patch(`/bookings/${made.id}`, { property_id: to })).body.owner_id).toBe(after);
    expect((await lastPublished(userId, 3)).private).toMatchObject({ accounting: { rent: '5000' } });
  });

  it('takes the settings of the new property if the booking is the hold of a quote and the quote moves', async () => {
    const { api, from, to, after } = await twoProperties();
    const { body: quote } = await api.post('/v2/quotes', { property_id: from, ...quotedStay, hold_dates: true });
    await api.patch(`/v2/quotes/${quote.id}`, { property_id: to, generate_charges: true });
    const { body: accepted } = await api.post('/v2/bookings', { quote_id: quote.id });
    expect(accepted).toMatchObject({
      property_id: to,
      owner_id: after,
      charges: [{ type: 'rent', owner_commission_percent: 30 }],
    });
  });
});

describe('a booking that is made from a hold', () => {
  it('has the settings that its property has when the quote is accepted', async () => {
    const { api, operator, from, before, after } = await twoProperties();
    const { body: quote } = await api.post('/v2/quotes', { property_id: from, ...quotedStay, hold_dates: true });
    const [hold] = (await api.get('/v2/bookings')).body.items;
    expect(hold).toMatchObject({ type: 'quote_hold', owner_id: before });
    await operator.patch(`/properties/${from}`, { owner_id: after });
    const { body: accepted } = await api.post('/v2/bookings', { quote_id: quote.id });
    expect(accepted).toMatchObject({ id: hold.id, owner_id: after });
  });
});

describe('the currency of a booking that moves to another property', () => {
  async function eurosAndDollars() {
    const account = await booking.anAccount();
    const [from, to] = [await account.operator.property(), await account.operator.property({ currency_code: 'USD' })];
    return { ...account, from, to };
  }

  it('is that of the new property if the booking has neither charges nor payments', async () => {
    const { api, operator, from, to } = await eurosAndDollars();
    const { body: made } = await api.post('/v2/bookings', { property_id: from, ...quotedStay });
    const moved = await api.patch(`/v2/bookings/${made.id}`, { property_id: to, currency_code: 'USD' });
    expect([moved.status, moved.body.currency_code]).toEqual([200, 'USD']);
    const back = await operator.patch(`/bookings/${made.id}`, { property_id: from });
    expect(back.body.currency_code).toBe('EUR');
  });

  it('does not change if the booking has charges', async () => {
    const { api, from, to } = await eurosAndDollars();
    const { body: made } = await api.post('/v2/bookings', { property_id: from, ...quotedStay, generate_charges: true });
    const moved = await api.patch(`/v2/bookings/${made.id}`, { property_id: to });
    expect(moved.body).toMatchObject({ currency_code: 'EUR', charges: made.charges });
  });

  it('does not change if the booking has charges but no currency of its own', async () => {
    const { operator } = await booking.anAccount({ currency_code: 'EUR' });
    const from = await operator.property({ currency_code: null });
    const to = await operator.property({ currency_code: 'JPY' });
    const made = await operator.booking({ property_id: from, ...quotedStay, charges: [aCharge('rent', 80.5)] });
    const { status, body } = await operator.patch(`/bookings/${made.id}`, { property_id: to });
    expect(status).toBe(200);
    expect(body).toMatchObject({ currency_code: 'EUR', total_amount: 80.5 });
  });

  it('does not change if the booking has payments', async () => {
    const { api, operator, userId, from, to } = await eurosAndDollars();
    const { id } = await operator.booking({ property_id: from, ...quotedStay });
    await recordTotals(booking, userId, id, totals(100));
    const moved = await api.patch(`/v2/bookings/${id}`, { property_id: to });
    expect([moved.status, moved.body]).toMatchObject([200, { property_id: to, currency_code: 'EUR', total_paid: 100 }]);
  });

  it('is the currency that the operator sends', async () => {
    const { operator, from, to } = await eurosAndDollars();
    const { id } = await operator.booking({ property_id: from, ...quotedStay });
    const moved = await operator.patch(`/bookings/${id}`, { property_id: to, currency_code: 'EUR' });
    expect(moved.body).toMatchObject({ property_id: to, currency_code: 'EUR' });
  });
});
