import { holidayCreation } from '@keyhaven/contracts/pricing/holiday';
import { periodFault } from '@keyhaven/contracts/pricing/periods';
import { propertyPricingPatch } from '@keyhaven/contracts/pricing/property-pricing';
import { NO_RULES } from '@keyhaven/contracts/pricing/rates';
import { seasonCreation } from '@keyhaven/contracts/pricing/season';
import { fromMinor, toMinor } from '@keyhaven/stays/money';
import { leapDay, planOf } from '../testing/plans';

const plan = planOf(leapDay);

describe('the pricing of the demo', () => {
  it('has prices in the currency of each property, and higher prices on Saturdays', () => {
    expect(plan.propertyPricing.map(({ key }) => key)).toEqual(plan.properties.map(({ key }) => key));
    for (const { key, body } of plan.propertyPricing) {
      const { currency_code, default_rate } = propertyPricingPatch.parse(body);
      expect(currency_code).toBe(plan.properties.find((property) => property.key === key)!.body.currency_code);
      const { amount, by_weekday } = default_rate!;
      for (const price of [amount, ...Object.values(by_weekday)]) {
        expect(fromMinor(toMinor(price, currency_code!), currency_code!)).toBe(price);
      }
      expect(by_weekday.saturday!).toBeGreaterThan(amount);
    }
  });

  it('has seasons with valid periods and higher prices', () => {
    for (const { property, body } of plan.seasons) {
      const season = seasonCreation.parse({ ...body, property_ids: [1] });
      expect(periodFault(season.from, season.to)).toBeUndefined();
      const base = plan.propertyPricing.find(({ key }) => key === property)!.body.default_rate!;
      if (season.rate) expect(season.rate.amount).toBeGreaterThan(base.amount);
    }
  });

  it('uses every stay rule and pricing setting of the contract at least once', () => {
    const patches = plan.propertyPricing.map(({ body }) => propertyPricingPatch.parse(body));
    const seasons = plan.seasons.map(({ body }) => seasonCreation.parse({ ...body, property_ids: [1] }));
    const isSet = (value: unknown) => value != null && value !== 0 && value !== false;
    const set = (records: readonly object[]) =>
      new Set(
        records.flatMap((record) => Object.entries(record).flatMap(([name, value]) => (isSet(value) ? name : []))),
      );
    const rules = [...patches, ...seasons].flatMap((record) => record.rules ?? []);
    expect([...set(rules)].sort()).toEqual(Object.keys(NO_RULES).sort());
    const { history_from: _loaded, ...settings } = propertyPricingPatch.shape;
    expect([...set(patches)].sort()).toEqual(Object.keys(settings).sort());
    expect(new Set(seasons.map(({ from }) => from.length))).toEqual(new Set(['mm-dd'.length, 'yyyy-mm-dd'.length]));
  });

  it('includes a holiday for all properties, and a holiday for some properties', () => {
    const known = new Set(plan.properties.map(({ key }) => key));
    for (const { body, properties } of plan.holidays) {
      holidayCreation.parse({ ...body, property_ids: properties && [1] });
      expect((properties ?? []).filter((key) => !known.has(key))).toEqual([]);
    }
    expect(plan.holidays.some(({ properties }) => properties === null)).toBe(true);
    expect(plan.holidays.some(({ properties }) => properties !== null)).toBe(true);
  });
});
