import { discountTypes, surchargeTypes } from '@keyhaven/contracts/fees/definition-words';
import { anAccountId } from '@keyhaven/testing/service-under-test';
import { versionIn } from '@keyhaven/testing/version-in';
import { type FeesUnderTest, startFeesUnderTest } from '../testing/fees-under-test';

let fees: FeesUnderTest;
beforeAll(async () => {
  fees = await startFeesUnderTest();
});
afterAll(() => fees.stop());

describe('a new surcharge', () => {
  it('requires a type and a description, and gets the defaults of its type for other fields', async () => {
    const { api } = await fees.anAccount('CHF');
    const { status, body, headers } = await api.post('/v2/surcharges', { type: 'pet', description: 'Pets' });
    expect([status, versionIn(headers)]).toEqual([200, 1]);
    expect(body).toEqual({
      id: expect.any(Number),
      type: 'pet',
      description: 'Pets',
      active: true,
      category: 'pet',
      mode: 'per_pet',
      amount: null,
      percent: null,
      amounts: [],
      amounts_by: 'pets',
      included: 0,
      currency_code: 'CHF',
      position: 0,
      property_ids: [],
      listing_site_ids: [],
      season_ids: [],
      criteria: {
        stay_dates: [],
        weekdays: [],
        arrival_dates: [],
        booked_dates: [],
        days_before_arrival: null,
        nights: null,
        adults: null,
        children: null,
        guests: null,
        pets: null,
        discount_code: null,
      },
      is_taxable: true,
      is_combinable: false,
      is_commission_all: false,
      is_expense_all: false,
      owner_commission_percent: null,
      created_utc: expect.any(String),
      updated_utc: body.created_utc,
      deleted_utc: null,
    });
    expect((await api.get(`/v2/surcharges/${body.id}`)).body).toEqual(body);
  });

  it.each(surchargeTypes)('can be of type %s', async (type) => {
    const { surcharge } = await fees.anAccount();
    expect(await surcharge({ type })).toMatchObject({ type, currency_code: 'EUR' });
  });

  it('keeps all values of the request', async () => {
    const { userId, api, property, listingSite } = await fees.anAccount();
    fees.records.add(userId, 'season', 44);
    const [first, second, site] = [await property(), await property(), await listingSite()];
    const { body } = await api.post('/v2/surcharges', {
      type: 'Rate_Adjuster',
      description: ' Weekends ',
      mode: 'PerNight',
      amounts: [
        { from: 7, amount: -10 },
        { from: '1', to: 6, amount: 12.5 },
      ],
      amounts_by: 'nights',
      currency_code: 'usd',
      position: '3',
      property_ids: [String(first), second, first],
      listing_site_ids: [site],
      season_ids: ['44'],
      criteria: {
        weekdays: ['Saturday', 'friday'],
        stay_dates: [{ from: '2027-06-01', to: '2027-08-31' }, { from: '2028-01-01' }],
        guests: { min: 2 },
        nights: { min: 2, max: 14 },
        discount_code: ' Summer ',
      },
      is_taxable: false,
      is_commission_all: true,
      owner_commission_percent: 12.5,
    });
    expect(body).toMatchObject({
      type: 'rate_adjuster',
      description: 'Weekends',
      category: 'rent',
      mode: 'per_night',
      amounts: [
        { from: 1, to: 6, amount: 12.5, percent: null },
        { from: 7, to: null, amount: -10, percent: null },
      ],
      currency_code: 'USD',
      position: 3,
      property_ids: [first, second],
      listing_site_ids: [site],
      season_ids: [44],
      criteria: {
        weekdays: ['friday', 'saturday'],
        stay_dates: [
          { from: '2027-06-01', to: '2027-08-31' },
          { from: '2028-01-01', to: null },
        ],
        guests: { min: 2, max: null },
        nights: { min: 2, max: 14 },
        discount_code: 'Summer',
        adults: null,
      },
      is_taxable: false,
      is_commission_all: true,
      owner_commission_percent: 12.5,
    });
  });

  it.each([
    ['cleaning', { amount: 80 }, 'per_stay'],
    ['cleaning', { percent: 5 }, 'percent_of_rent'],
    ['rate_adjuster', { percent: -5 }, 'percent_of_rent'],
    ['rate_adjuster', { amount: -5 }, 'per_night'],
    ['guest', { amounts: [{ from: 1, amount: 5 }] }, 'per_guest_per_night'],
  ])('gets a default mode that depends on its type and values: %s with %j gets %s', async (type, values, mode) => {
    const { surcharge } = await fees.anAccount();
    expect(await surcharge({ type, ...values })).toMatchObject({ ...values, amounts: expect.any(Array), mode });
  });

  it('is refused if its type is a discount type; the error names the path for discounts', async () => {
    const { api } = await fees.anAccount();
    for (const type of discountTypes) {
      expect(await api.post('/v2/surcharges', { type: type.toUpperCase(), description: 'x' })).toMatchObject({
        status: 400,
        body: { messages: [expect.stringContaining(`${type} belongs to v2/discounts`)] },
      });
    }
  });

  it.each([
    [{ type: null }, 'type: is required; expected one of cleaning, guest'],
    [{ description: null }, 'description: is required; expected a text'],
    [{ description: '  ' }, 'description: "  " is not accepted; expected a description'],
    [{ description: 'x'.repeat(201) }, 'expected at most 200 characters'],
    [{ type: 'towels' }, 'type: "towels" is not accepted; expected one of'],
    [{ mode: 'per_moon' }, 'mode: "per_moon" is not accepted; expected one of per_stay'],
    [{ amount: '80' }, 'amount: "80" is not accepted'],
    [{ amount: -1 }, 'amount: -1 is not accepted; a surcharge is not negative'],
    [{ amount: 2e9 }, 'amount: 2000000000 is not accepted'],
    [{ amount: 10.005 }, 'amount: 10.005 is not accepted; amounts in EUR have at most 2 decimals'],
    [{ amount: 10.5, currency_code: 'JPY' }, 'amount: 10.5 is not accepted; amounts in JPY have no decimals'],
    [{ amount: 1.2345, currency_code: 'KWD' }, 'amounts in KWD have at most 3 decimals'],
    [{ currency_code: 'XYZ' }, 'expected a currency code of ISO 4217'],
    [{ amount: 10, percent: 5 }, 'percent: 5 is not accepted; mode per_stay uses amount'],
    [{ mode: 'percent_of_rent', amount: 10 }, 'amount: 10 is not accepted; mode percent_of_rent uses percent'],
    [{ percent: 0.1234567 }, 'at most 6 decimals'],
    [{ amounts: [{ from: 3, to: 2, amount: 1 }] }, 'expected from to be at most to'],
    [{ amounts: [{ from: 1 }] }, 'amounts.0.amount: is required'],
    [{ amounts: [{ from: 1, amount: 1, percent: 1 }] }, 'amounts.0.percent: 1 is not accepted; mode per_stay'],
    [{ amounts: [{ from: 1, amount: -1 }] }, 'amounts.0.amount: -1 is not accepted'],
    [{ amounts: [{ form: 1, amount: 1 }] }, 'unknown fields: form'],
    [
      {
        amounts: [
          { from: 3, amount: 1 },
          { from: 1, to: 3, amount: 2 },
        ],
      },
      'amounts: the bands 1 to 3 and from 3 overlap',
    ],
    [
      {
        amounts: [
          { from: 1, amount: 1 },
          { from: 5, to: 6, amount: 2 },
        ],
      },
      'amounts: the bands from 1 and 5 to 6 overlap',
    ],
    [
      {
        amounts: [
          { from: 5, amount: 10.005 },
          { from: 1, to: 4, amount: 1 },
        ],
      },
      'amounts.0.amount: 10.005 is not accepted',
    ],
    [
      {
        amounts: [
          { from: 5, amount: 1 },
          { from: 1, to: 4, percent: 1 },
        ],
      },
      'amounts.1.amount: is required',
    ],
    [{ criteria: { night: { min: 3 } } }, 'unknown fields: night'],
    [{ criteria: { nights: { min: 5, max: 3 } } }, 'expected min to be at most max'],
    [{ criteria: { nights: {} } }, 'expected min, max, or both'],
    [{ criteria: { stay_dates: [{ from: '2026-02-30' }] } }, 'criteria.stay_dates.0.from'],
    [{ criteria: { stay_dates: [{ from: '2026-03-02', to: '2026-03-01' }] } }, 'expected from on or before to'],
    [{ criteria: { weekdays: ['moonday'] } }, 'criteria.weekdays.0: "moonday" is not accepted'],
    [{ type: 'rate_adjuster', mode: 'per_stay' }, 'mode: per_stay is not accepted; a rate adjuster is one of'],
    [{ is_commission_all: true, is_expense_all: true }, 'is_expense_all: true is not accepted'],
    [{ owner_commission_percent: 101 }, 'owner_commission_percent: 101 is not accepted'],
    [{ property_ids: [0] }, 'property_ids.0: 0 is not accepted'],
    [{ active: 'yes' }, 'active: "yes" is not accepted; expected true or false'],
    [{ id: 5 }, 'id: 5 is not accepted; ids are assigned by the server'],
  ])('is refused if it has the fields %j', async (fault, message) => {
    const { api, userId } = await fees.anAccount();
    const answer = await api.post('/v2/surcharges', { type: 'cleaning', description: 'x', ...fault });
    expect([answer.status, answer.body.messages.join()]).toEqual([400, expect.stringContaining(message)]);
    expect(fees.events.filter(({ user_id }) => user_id === userId)).toEqual([]);
  });

  it('is refused if type and description are missing; the error names both fields', async () => {
    const { api } = await fees.anAccount();
    expect((await api.post('/v2/surcharges', {})).body.messages).toEqual([
      'description: is required; expected a text',
      expect.stringMatching(/^type: is required; expected one of cleaning, /),
    ]);
  });

  it.each([
    ['property_ids', 1000],
    ['listing_site_ids', 100],
    ['season_ids', 200],
  ])('is refused if %s has more than %d ids', async (field, most) => {
    const { api } = await fees.anAccount();
    const ids = Array.from({ length: most + 1 }, (_, index) => index + 1);
    const answer = await api.post('/v2/surcharges', { type: 'linen', description: 'x', [field]: ids });
    expect([answer.status, answer.body.messages.join()]).toEqual([
      400,
      expect.stringContaining(`expected at most ${most} ids`),
    ]);
  });

  it('is refused if it refers to unknown properties, listing sites or seasons; the error lists all of them', async () => {
    const [own, other] = [await fees.anAccount(), await fees.anAccount()];
    const [mine, foreign, site] = [await own.property(), await other.property(), await other.listingSite()];
    fees.records.add(own.userId, 'season', 7);
    fees.records.add(other.userId, 'season', 8);
    const answer = await own.api.post('/v2/surcharges', {
      type: 'linen',
      description: 'x',
      property_ids: [mine, foreign],
      listing_site_ids: [site],
      season_ids: [7, 8],
    });
    expect(answer.status).toBe(400);
    expect(answer.body.messages).toEqual([
      `property_ids: the property id ${foreign} was not found or is not available`,
      `listing_site_ids: the listing site id ${site} was not found or is not available`,
      'season_ids: the season id 8 was not found or is not available',
    ]);
  });

  it('can refer to properties and listing sites whose events have not arrived yet', async () => {
    const { userId, api } = await fees.anAccount();
    const [property, site] = [anAccountId(), anAccountId()];
    fees.records.add(userId, 'property', property);
    fees.records.add(userId, 'listing_site', site);
    const named = { property_ids: [property], listing_site_ids: [site] };
    const answer = await api.post('/v2/surcharges', { type: 'linen', description: 'x', ...named });
    expect([answer.status, answer.body]).toMatchObject([200, named]);
  });

  it('is refused with a 503 if the service that owns a referenced record is unavailable', async () => {
    const { api } = await fees.anAccount();
    fees.records.isThere = false;
    try {
      const answer = await api.post('/v2/surcharges', { type: 'linen', description: 'x', season_ids: [5] });
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
      expect((await api.get('/v2/surcharges')).body.items).toEqual([]);
    } finally {
      fees.records.isThere = true;
    }
  });

  it("is refused with a 503 until the account's first event has arrived", async () => {
    const answer = await fees.asAccount(anAccountId()).post('/v2/surcharges', { type: 'linen', description: 'x' });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  });

  it('is created once if a request with an Idempotency-Key is repeated', async () => {
    const { api, userId } = await fees.anAccount();
    const key = { headers: { 'idempotency-key': 'linen' } };
    const make = (description: string) => api.post('/v2/surcharges', { type: 'linen', description }, key);
    const [first, again] = await Promise.all([make('Linen'), make('Linen')]);
    expect(again.body).toEqual(first.body);
    expect((await make('Towels')).status).toBe(422);
    expect((await api.get('/v2/surcharges')).body.count).toBe(1);
    expect(await fees.eventsOf(userId, 'surcharge', 1)).toHaveLength(1);
  });

  it('is refused with a 403 for a read-only token', async () => {
    const { userId } = await fees.anAccount();
    const reader = fees.asAccount(userId, { scope: 'read' });
    expect((await reader.get('/v2/surcharges')).status).toBe(200);
    expect((await reader.post('/v2/surcharges', { type: 'linen', description: 'x' })).status).toBe(403);
  });
});
