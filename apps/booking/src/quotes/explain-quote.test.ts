import type { DefinitionInBrief } from '@keyhaven/contracts/fees/internal-contract';
import { discount, surcharge, tax } from '@keyhaven/stays/charges/worked-examples/example';
import { quotedStay } from '../testing/a-quote';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => void (booking = await startBookingUnderTest()));
afterAll(() => booking.stop());

const IN_BRIEF = '/internal/definitions/in-brief';
const EUR = { currency_code: 'EUR' };
/**
 * The summary of a definition that is older than all quotes, is active and applies to the property. `more` overrides
 * fields.
 */
const brief = (id: number, more: Partial<DefinitionInBrief> = {}): DefinitionInBrief => ({
  id,
  description: `Definition ${id}`,
  active: true,
  is_for_property: true,
  created_utc: '2020-01-01T00:00:00.000Z',
  ...more,
});
const inactiveBrief = (id: number) => brief(id, { active: false });
const notActive = { field: 'active', reason: 'it is not active' };
/**
 * The definitions of the property: a rate adjuster, two surcharges (one of them does not apply), a
 * discount, and two taxes (one of them is inclusive).
 */
const charged = {
  adjusters: [{ ...surcharge('rate_adjuster', { id: 1, percent: 10 }), ...EUR }],
  surcharges: [
    { ...surcharge('cleaning', { id: 2, amount: 50 }), ...EUR },
    { ...surcharge('pet', { id: 3, amount: 5 }), ...EUR },
  ],
  discounts: [{ ...discount('promotion', { id: 4, percent: 5 }), ...EUR }],
  taxes: [tax({ id: 5, percent: 7, is_inclusive: true }), tax({ id: 6, percent: 3 })],
};
const chargedBriefly = {
  surcharges: [brief(1), brief(2), brief(3)],
  discounts: [brief(4)],
  taxes: [brief(5), brief(6)],
};
const noPets = {
  surcharge_id: 3,
  description: 'pet 3',
  field: 'included',
  reason: '0 pets included; the stay has 0 pets',
};

/** An account with a property that has these definitions. `more` replaces some of their summaries. */
async function anAccountWithDefinitions(more: Partial<typeof chargedBriefly> = {}) {
  const account = await booking.anAccount();
  const property_id = await account.operator.property({ time_zone: 'Europe/Rome' });
  booking.peers.define(property_id, charged);
  const define = (definitions: Partial<typeof chargedBriefly>) =>
    booking.peers.defineInBrief(property_id, { ...chargedBriefly, ...definitions });
  define(more);
  const quote = async (body: object = {}, query = '') =>
    (await account.api.post(`/v2/quotes${query}`, { property_id, ...quotedStay, ...body })).body;
  const explanationOf = async ({ id }: { id: number }) =>
    (await account.api.get(`/v2/quotes/${id}?include_explanation=true`)).body.explanation;
  const timesAsked = () => booking.peers.askedOf(property_id).filter((path) => path === IN_BRIEF).length;
  return { ...account, property_id, define, quote, explanationOf, timesAsked };
}

describe('the explanation of a quote', () => {
  it('lists as left out exactly the surcharges, discounts and taxes that created no charge', async () => {
    const { property_id, quote, explanationOf } = await anAccountWithDefinitions({
      surcharges: [inactiveBrief(12), brief(11, { is_for_property: false }), ...chargedBriefly.surcharges, brief(10)],
      discounts: [inactiveBrief(13), brief(4)],
      taxes: [brief(5), brief(6), inactiveBrief(4)],
    });
    const explanation = await explanationOf(await quote());
    const made = '\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z';
    expect(explanation).toMatchObject({ made_utc: expect.stringMatching(made), is_complete: true });
    expect(explanation.left_out).toEqual([
      noPets,
      { surcharge_id: 12, description: 'Definition 12', ...notActive },
      {
        surcharge_id: 11,
        description: 'Definition 11',
        field: 'property_ids',
        reason: `it does not apply to property ${property_id}`,
      },
      {
        surcharge_id: 10,
        description: 'Definition 10',
        field: 'active',
        reason: `it was not active, or not for property ${property_id}, when the charges were made`,
      },
      { discount_id: 13, description: 'Definition 13', ...notActive },
      { tax_id: 4, description: 'Definition 4', ...notActive },
    ]);
  });

  it('is the same in POST, GET and PATCH, in test quotes, and after the quote was accepted', async () => {
    const { api, quote, explanationOf } = await anAccountWithDefinitions({ discounts: [brief(4), inactiveBrief(9)] });
    const explained = '?include_explanation=true';
    const created = await quote({}, explained);
    const { explanation } = created;
    expect(explanation.left_out).toEqual([noPets, { discount_id: 9, description: 'Definition 9', ...notActive }]);
    expect(await explanationOf(created)).toEqual(explanation);
    const patched = await api.patch(`/v2/quotes/${created.id}${explained}`, { notes: 'late' });
    expect(patched.body.explanation).toEqual(explanation);
    const { made_utc: _made, ...untimed } = explanation;
    expect((await quote({ test: true }, explained)).explanation).toMatchObject(untimed);
    const tested = await api.patch(`/v2/quotes/${created.id}${explained}`, { generate_charges: true, test: true });
    expect(tested.body.explanation).toMatchObject(untimed);
    expect((await api.post('/v2/bookings', { quote_id: created.id })).status).toBe(200);
    expect(await explanationOf(created)).toEqual(explanation);
  });

  it('does not change when surcharges, discounts or taxes are deactivated, deleted or extended to the property later', async () => {
    const { quote, define, explanationOf } = await anAccountWithDefinitions({
      surcharges: [...chargedBriefly.surcharges, inactiveBrief(8)],
    });
    const made = await quote({}, '?include_explanation=true');
    define({ surcharges: [inactiveBrief(2), inactiveBrief(8)], discounts: [inactiveBrief(4)], taxes: [] });
    expect(await explanationOf(made)).toEqual(made.explanation);
    define({ surcharges: [brief(8)] });
    expect((await explanationOf(made)).left_out).toEqual([
      noPets,
      { surcharge_id: 8, description: 'Definition 8', field: 'active', reason: expect.stringContaining('was not') },
    ]);
  });

  it('lists surcharges, discounts and taxes as left out if they were added after the charges were created', async () => {
    const { api, quote, define, explanationOf } = await anAccountWithDefinitions();
    const made = await quote();
    const added = new Date();
    const created_utc = added.toISOString();
    define({ surcharges: [...chargedBriefly.surcharges, brief(7, { created_utc, active: false })] });
    const later = { surcharge_id: 7, description: 'Definition 7' };
    const second = `${created_utc.slice(0, 19)}Z`;
    expect((await explanationOf(made)).left_out[1]).toEqual({
      ...later,
      field: 'created_utc',
      reason: `it was added at ${second}, after the charges were made`,
    });
    await api.patch(`/v2/quotes/${made.id}`, { generate_charges: true });
    expect((await explanationOf(made)).left_out[1]).toEqual({ ...later, ...notActive });
  });

  it('refers to the previous property until a moved quote gets new charges', async () => {
    const { api, operator, property_id, quote, explanationOf, timesAsked } = await anAccountWithDefinitions({
      taxes: [...chargedBriefly.taxes, inactiveBrief(9)],
    });
    const made = await quote({}, '?include_explanation=true');
    const elsewhere = await operator.property({ time_zone: 'Europe/Rome' });
    await api.patch(`/v2/quotes/${made.id}`, { property_id: elsewhere });
    const asked = timesAsked();
    expect(await explanationOf(made)).toEqual(made.explanation);
    expect(timesAsked()).toBe(asked + 1);
    expect(booking.peers.askedOf(elsewhere)).not.toContain(IN_BRIEF);
    expect(made.property_id).toBe(property_id);
  });

  it('contains only the stored reasons, and is_complete false, while the fees service is unavailable', async () => {
    const { api, property_id, quote, explanationOf } = await anAccountWithDefinitions({
      discounts: [brief(4), inactiveBrief(9)],
    });
    const made = await quote({}, '?include_explanation=true');
    booking.peers.takeAway(property_id, 'fees');
    const kept = { ...made.explanation, left_out: [noPets], is_complete: false };
    expect(await explanationOf(made)).toEqual(kept);
    const patched = await api.patch(`/v2/quotes/${made.id}?include_explanation=true`, { notes: 'late' });
    expect([patched.status, patched.body.notes, patched.body.explanation]).toEqual([200, 'late', kept]);
  });

  it('is empty for a quote without charges, and requires no call to the fees service', async () => {
    const { quote, explanationOf, timesAsked } = await anAccountWithDefinitions();
    const uncharged = await quote({ generate_charges: false }, '?include_explanation=true');
    const nothing = { nights: [], adjusters: [], charges: [], left_out: [], contained_taxes: [] };
    expect(uncharged.explanation).toEqual({ ...nothing, made_utc: null, is_complete: true });
    expect(await explanationOf(uncharged)).toEqual(uncharged.explanation);
    expect(timesAsked()).toBe(0);
  });

  it('is returned only on request, and without a write to the database', async () => {
    const { api, userId, property_id, quote, explanationOf, timesAsked } = await anAccountWithDefinitions();
    const made = await quote();
    await api.get(`/v2/quotes/${made.id}`);
    await api.get('/v2/quotes?include_charges=true');
    await api.patch(`/v2/quotes/${made.id}`, { notes: 'late' });
    const legacy = await api.post('/v1/quotes?addCharges=true', { propertyId: property_id, ...quotedStay });
    expect([legacy.status, 'explanation' in legacy.body]).toEqual([200, false]);
    expect(timesAsked()).toBe(0);
    const projection = { quote: 1, revision: 1 };
    const stored = () => booking.connection.collection('stays').find({ user_id: userId }, { projection }).toArray();
    const before = await stored();
    await explanationOf(made);
    expect(timesAsked()).toBe(1);
    expect(await stored()).toEqual(before);
  });

  it('is returned when the POST is repeated, even after the quote was changed or deleted', async () => {
    const { api, property_id, define, explanationOf } = await anAccountWithDefinitions();
    const post = () =>
      api.post(
        '/v2/quotes?include_explanation=true',
        { property_id, ...quotedStay },
        { headers: { 'idempotency-key': 'once' } },
      );
    const first = (await post()).body;
    expect((await post()).body).toEqual(first);
    define({ discounts: [brief(4), inactiveBrief(9)] });
    await api.patch(`/v2/quotes/${first.id}`, { notes: 'late' });
    const explanation = await explanationOf(first);
    expect(explanation.left_out).toHaveLength(2);
    expect((await post()).body).toEqual({ ...first, explanation });
    await api.delete(`/v2/quotes/${first.id}`);
    expect((await post()).body).toEqual({ ...first, explanation });
  });

  it('can contain the maximum number of discounts and surcharges with the longest descriptions and codes', async () => {
    const { api, operator } = await booking.anAccount();
    const property_id = await operator.property({ time_zone: 'Europe/Rome' });
    const description = '鍵'.repeat(200);
    const many = <Definition>(make: (terms: object & { id: number }) => Definition, first: number): Definition[] =>
      Array.from({ length: 2000 }, (_, index) => {
        const discount_code = String(index).padStart(50, '鍵');
        return make({ id: first + index, description, amount: 5, ...EUR, criteria: { discount_code } } as never);
      });
    booking.peers.define(property_id, {
      surcharges: many((terms) => ({ ...surcharge('other', terms), ...EUR }), 1),
      discounts: many((terms) => ({ ...discount('promotion', terms), ...EUR }), 10_000),
    });
    const made = await api.post('/v2/quotes', { property_id, ...quotedStay });
    expect([made.status, made.body.total_amount]).toEqual([200, 300]);
    const { body } = await api.get(`/v2/quotes/${made.body.id}?include_explanation=true`);
    expect(body.explanation.left_out).toHaveLength(4000);
    expect((await api.patch(`/v2/quotes/${made.body.id}`, { hold_dates: true })).status).toBe(200);
    expect((await api.post('/v2/bookings', { quote_id: made.body.id })).status).toBe(200);
  });
});
