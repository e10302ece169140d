import { discount, surcharge } from '@keyhaven/stays/charges/worked-examples/example';
import { aQuote, quotedStay } from '../testing/a-quote';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => void (booking = await startBookingUnderTest()));
afterAll(() => booking.stop());

const promotion = discount('promotion', { id: 7, percent: 10, criteria: { discount_code: 'SUMMER' } });
const summer = { ...promotion, currency_code: 'EUR' };

describe('a discount code', () => {
  it.each([false, true])(
    'is refused if it is unknown, even with generate_charges false, with the field test %s',
    async (test) => {
      const { api, property_id, quote } = await aQuote(booking);
      const uncharged = { generate_charges: false, discount_code: 'NOPE', test };
      const created = await api.post('/v2/quotes', { property_id, ...quotedStay, ...uncharged });
      const patched = await api.patch(`/v2/quotes/${quote.id}`, uncharged);
      for (const { status, body } of [created, patched]) {
        expect([status, body.messages]).toEqual([400, ['discount_code: discount code "NOPE" is unknown']]);
      }
      expect((await api.get('/v2/quotes')).body.items).toMatchObject([{ id: quote.id, discount_code: null }]);
    },
  );

  it('can be added to a quote without new charges, and is not checked again when a later request repeats the code', async () => {
    const { api, property_id, quote } = await aQuote(booking);
    booking.peers.define(property_id, { discounts: [summer] });
    const kept = await api.patch(`/v2/quotes/${quote.id}`, { discount_code: 'summer' });
    expect(kept.body).toMatchObject({ discount_code: 'summer', charges: quote.charges });
    booking.peers.takeAway(property_id, 'fees');
    const again = await api.patch(`/v2/quotes/${quote.id}`, { discount_code: 'summer', notes: 'n' });
    expect([again.status, again.body.notes]).toEqual([200, 'n']);
    expect((await api.patch(`/v2/quotes/${quote.id}`, { discount_code: 'WINTER' })).status).toBe(503);
    const cleared = await api.patch(`/v2/quotes/${quote.id}`, { discount_code: null });
    expect([cleared.status, cleared.body.discount_code]).toEqual([200, null]);
  });

  it('of an accepted quote reduces the charges of the booking while it applies, and is ignored when it no longer applies', async () => {
    const { api, operator } = await booking.anAccount();
    const property_id = await operator.property({ time_zone: 'Europe/Rome' });
    booking.peers.define(property_id, { discounts: [summer] });
    const { body: quote } = await api.post('/v2/quotes', { property_id, ...quotedStay, discount_code: 'SUMMER' });
    const { body: booked } = await api.post('/v2/bookings', { quote_id: quote.id });
    expect(booked.total_amount).toBe(270);
    const longer = { departure: '2030-07-05', generate_charges: true };
    expect((await api.patch(`/v2/bookings/${booked.id}`, longer)).body.total_amount).toBe(360);
    booking.peers.define(property_id, { discounts: [{ ...summer, active: false }] });
    const without = await api.patch(`/v2/bookings/${booked.id}`, longer);
    expect([without.status, without.body.total_amount]).toEqual([200, 400]);
  });

  it.each([
    [
      'another discount takes off more',
      { ...summer, id: 8, percent: 20, criteria: promotion.criteria },
      'is_combinable',
    ],
    ['nothing is left to discount', { ...summer, id: 6, percent: 100, is_combinable: true }, 'amount'],
  ])('is accepted but has no effect when %s; the explanation gives this reason', async (_what, other, field) => {
    const { api, operator } = await booking.anAccount();
    const property_id = await operator.property({ time_zone: 'Europe/Rome' });
    const withoutCode = { ...other, criteria: { ...promotion.criteria, discount_code: null } };
    booking.peers.define(property_id, { discounts: [summer, withoutCode] });
    const body = { property_id, ...quotedStay, discount_code: 'SUMMER' };
    for (const part of [{}, { test: true }, { generate_charges: false }]) {
      expect((await api.post('/v2/quotes', { ...body, ...part })).status).toBe(200);
    }
    const { body: quote } = await api.post('/v2/quotes?include_explanation=true', body);
    expect(quote).toMatchObject({ discount_code: 'SUMMER', total_amount: 300 - 3 * other.percent });
    expect(quote.explanation.left_out).toMatchObject([{ discount_id: 7, field }]);
    const { status, body: booked } = await api.post('/v2/bookings', { ...body, generate_charges: true });
    expect([status, booked.total_amount]).toEqual([200, quote.total_amount]);
  });

  it.each([
    ['/v2/quotes', {}],
    ['/v2/bookings', { generate_charges: true }],
  ])('is still accepted in a PATCH to %s after its discount was deleted, but discounts nothing', async (path, more) => {
    const { api, operator } = await booking.anAccount();
    const property_id = await operator.property({ time_zone: 'Europe/Rome' });
    booking.peers.define(property_id, { discounts: [summer] });
    const { body } = await api.post(path, { property_id, ...quotedStay, discount_code: 'SUMMER', ...more });
    expect(body.total_amount).toBe(270);
    booking.peers.define(property_id, { discounts: [] });
    const patch = { generate_charges: true, discount_code: 'Summer' };
    const kept = await api.patch(`${path}/${body.id}`, patch);
    expect([kept.status, kept.body.total_amount]).toEqual([200, 300]);
    expect((await api.patch(`${path}/${body.id}`, { ...patch, discount_code: 'WINTER' })).status).toBe(400);
  });

  it('is refused as unknown if it is the code of a surcharge', async () => {
    const { api, operator } = await booking.anAccount();
    const property_id = await operator.property();
    const fee = surcharge('cleaning', { id: 5, amount: 50, criteria: { discount_code: 'FEE' } });
    booking.peers.define(property_id, { surcharges: [{ ...fee, currency_code: 'EUR' }] });
    const body = { property_id, ...quotedStay, discount_code: 'FEE', generate_charges: true };
    for (const path of ['/v2/quotes', '/v2/bookings']) {
      const refused = await api.post(path, body);
      expect([refused.status, refused.body.messages]).toEqual([400, ['discount_code: discount code "FEE" is unknown']]);
    }
  });
});

describe('the discount code of a booking', () => {
  const long = { criteria: { ...promotion.criteria, nights: { min: 7, max: null } } };

  async function anAccountWithDiscount(change: object = {}) {
    const account = await booking.anAccount();
    const property_id = await account.operator.property({ time_zone: 'Europe/Rome' });
    booking.peers.define(property_id, { discounts: [{ ...summer, ...change }] });
    const book = (more: object) => account.api.post('/v2/bookings', { property_id, ...quotedStay, ...more });
    return { ...account, property_id, book };
  }

  it('reduces the charges, also when charges are generated again', async () => {
    const { api, book } = await anAccountWithDiscount();
    const { status, body } = await book({ generate_charges: true, discount_code: ' summer ' });
    expect([status, body.discount_code, body.total_amount]).toEqual([200, 'summer', 270]);
    expect((await api.get(`/v2/bookings/${body.id}`)).body.discount_code).toBe('summer');
    const longer = { departure: '2030-07-05', generate_charges: true };
    expect((await api.patch(`/v2/bookings/${body.id}`, longer)).body.total_amount).toBe(360);
  });

  it('can be set and cleared by a PATCH with generate_charges', async () => {
    const { api, book } = await anAccountWithDiscount();
    const { body } = await book({ generate_charges: true });
    expect(body).toMatchObject({ discount_code: null, total_amount: 300 });
    const patch = (discount_code: string | null) =>
      api.patch(`/v2/bookings/${body.id}`, { generate_charges: true, discount_code });
    expect((await patch('SUMMER')).body).toMatchObject({ discount_code: 'SUMMER', total_amount: 270 });
    expect((await patch(null)).body).toMatchObject({ discount_code: null, total_amount: 300 });
  });

  it.each([
    ['is unknown', 'NOPE', {}, 'is unknown'],
    ['does not apply', 'SUMMER', long, 'does not apply: it needs 7 or more nights'],
    ['is of an inactive discount', 'SUMMER', { active: false }, 'does not apply: it is not active'],
  ])('is refused if it %s, and nothing is stored', async (_what, discount_code, change, message) => {
    const { api, book } = await anAccountWithDiscount(change);
    const refused = await book({ generate_charges: true, discount_code });
    expect([refused.status, refused.body.messages]).toEqual([400, [expect.stringContaining(message)]]);
    expect((await api.get('/v2/bookings')).body.count).toBe(0);
    const { body } = await book({ generate_charges: true });
    const patched = await api.patch(`/v2/bookings/${body.id}`, { generate_charges: true, discount_code });
    expect([patched.status, patched.body.messages]).toEqual([400, [expect.stringContaining(message)]]);
    expect((await api.get(`/v2/bookings/${body.id}`)).body).toMatchObject({ discount_code: null, total_amount: 300 });
  });

  it('is refused without generate_charges, unless the booking already has this code', async () => {
    const { api, book } = await anAccountWithDiscount();
    const refused = await book({ discount_code: 'SUMMER' });
    expect(refused.body.messages).toEqual([
      'discount_code: "SUMMER" is not accepted without generate_charges; send generate_charges true to make the ' +
        'charges with it',
    ]);
    const { body } = await book({ generate_charges: true, discount_code: 'SUMMER' });
    for (const discount_code of [null, 'WINTER']) {
      const { status } = await api.patch(`/v2/bookings/${body.id}`, { discount_code, notes: 'n' });
      expect(status).toBe(400);
    }
    const echoed = await api.patch(`/v2/bookings/${body.id}`, { discount_code: 'summer', notes: 'n' });
    expect(echoed).toMatchObject({ status: 200, body: { discount_code: 'SUMMER', notes: 'n', total_amount: 270 } });
  });

  it('is copied from the quote; an acceptance with a different code is refused', async () => {
    const { api, property_id } = await anAccountWithDiscount();
    const { body: quote } = await api.post('/v2/quotes', { property_id, ...quotedStay, discount_code: 'SUMMER' });
    const refused = await api.post('/v2/bookings', { quote_id: quote.id, discount_code: 'WINTER' });
    expect([refused.status, refused.body.messages]).toEqual([
      400,
      ['discount_code: "WINTER" contradicts the quote, whose discount_code is "SUMMER"'],
    ]);
    const accepted = await api.post('/v2/bookings', { quote_id: quote.id, discount_code: 'summer' });
    expect(accepted).toMatchObject({ status: 200, body: { discount_code: 'SUMMER', total_amount: 270 } });
  });

  it('cannot be changed by the operator, but can be sent back unchanged', async () => {
    const { operator, book } = await anAccountWithDiscount();
    const { body } = await book({ generate_charges: true, discount_code: 'SUMMER' });
    expect((await operator.patch(`/bookings/${body.id}`, { discount_code: 'SUMMER', notes: 'n' })).status).toBe(200);
    const refused = await operator.patch(`/bookings/${body.id}`, { discount_code: null });
    expect([refused.status, refused.body.messages[0]]).toEqual([400, expect.stringContaining('discount_code: null')]);
  });
});
