import { noCriteria } from './criteria';
import { definitionsOfStay, definitionsToCharge } from './internal-contract';

const adjuster = {
  id: 1,
  type: 'rate_adjuster',
  description: 'Summer',
  active: true,
  category: 'rent',
  mode: 'percent_of_rent',
  amount: null,
  percent: 10,
  amounts: [],
  amounts_by: 'nights',
  included: 0,
  currency_code: 'EUR',
  position: 0,
  property_ids: [7],
  listing_site_ids: [],
  season_ids: [],
  criteria: { ...noCriteria, stay_dates: [{ from: '2030-06-01', to: null }], weekdays: ['friday'] },
  is_taxable: true,
  is_combinable: false,
  is_commission_all: false,
  is_expense_all: false,
  owner_commission_percent: null,
};
const answerOf = (definition: object) => ({ adjusters: [definition], surcharges: [], discounts: [], taxes: [] });

describe('definitionsToCharge, the fast schema for the response of the fees service', () => {
  it('parses the same definitions as definitionsOfStay', () => {
    const answer = answerOf(adjuster);
    expect(definitionsOfStay.parse(answer)).toEqual(answer);
    expect(definitionsToCharge.parse(answer)).toEqual(answer);
  });

  it('refuses a definition that lacks a field or a criterion, or has a number in place of a list', () => {
    const { stay_dates: _dates, ...criteria } = adjuster.criteria;
    const { percent: _percent, ...withoutPercent } = adjuster;
    for (const wrong of [withoutPercent, { ...adjuster, criteria }, { ...adjuster, season_ids: 5 }])
      expect(definitionsToCharge.safeParse(answerOf(wrong)).success).toBe(false);
  });
});
