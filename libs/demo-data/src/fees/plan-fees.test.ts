import { discountTypes, surchargeTypes } from '@keyhaven/contracts/fees/definition-words';
import { currencyDigits, fromMinor, toMinor } from '@keyhaven/stays/money';
import { firstDays, planOf } from '../testing/plans';

describe.each(firstDays)('the surcharges, discounts and taxes of the demo with the first day %s', (firstDay) => {
  const { properties, surcharges, discounts, taxes } = planOf(firstDay);
  const currencyOf = (key: string) => properties.find((property) => property.key === key)!.body.currency_code;

  it('include every type of surcharge and discount', () => {
    expect(new Set(surcharges.map(({ body }) => body.type))).toEqual(new Set(surchargeTypes));
    expect(new Set(discounts.map(({ body }) => body.type))).toEqual(new Set(discountTypes));
  });

  it('include a cleaning fee for each property', () => {
    const cleaned = surcharges.filter(({ body }) => body.type === 'cleaning').flatMap((fee) => fee.properties);
    expect([...cleaned].sort()).toEqual(properties.map(({ key }) => key).sort());
  });

  it('have amounts in the currency of their properties, with no more decimals than the currency allows', () => {
    for (const { key, properties: scope, body } of [...surcharges, ...discounts]) {
      const tiers = (body.amounts ?? []) as { amount?: number }[];
      const amounts = [body.amount as number, ...tiers.map(({ amount }) => amount)].filter((one) => one != null);
      if (amounts.length === 0) continue;
      const currency = body.currency_code as string;
      expect([key, ...new Set(scope.map(currencyOf))]).toEqual([key, currency]);
      expect(amounts).toEqual(amounts.map((amount) => fromMinor(toMinor(amount, currency), currency)));
    }
    const fees = surcharges.map(({ body }) => currencyDigits((body.currency_code as string | undefined) ?? 'EUR'));
    expect(new Set(fees)).toEqual(new Set([0, 2, 3]));
  });

  it('include a tax per guest and night, and a tax that channels remit', () => {
    expect(taxes.some(({ body }) => body.mode === 'per_guest_per_night' && body.guests === 'adults')).toBe(true);
    expect(taxes.some(({ remittedBy }) => remittedBy.includes('airbnb'))).toBe(true);
  });
});
