import { operatorBookingCreation } from '@keyhaven/contracts/booking/booking-input';
import { decimalsFault, sumAmounts, toMinor } from '@keyhaven/stays/money';
import { firstDays, isGuestBooking, planOf } from '../testing/plans';

describe.each(firstDays)('the charges of the demo with the first day %s', (firstDay) => {
  const plan = planOf(firstDay);
  const charged = plan.bookings.filter(isGuestBooking);
  const lines = charged.flatMap(({ charges }) => charges);
  const currencyOf = (key: string) => plan.properties.find((property) => property.key === key)!.body.currency_code!;

  it('begin with the rent, and name the surcharge, discount or tax of each other charge', () => {
    for (const { key, charges } of charged) {
      const [first, ...others] = charges;
      expect([key, first?.type, first?.madeBy]).toEqual([key, 'rent', null]);
      expect(charges.map(({ position }) => position)).toEqual(charges.map((_, index) => index));
      for (const { type, madeBy } of others) expect([key, madeBy?.kind]).toEqual([key, type]);
    }
    const keysOf = { surcharge: plan.surcharges, discount: plan.discounts, tax: plan.taxes };
    for (const { madeBy } of lines)
      if (madeBy) expect(keysOf[madeBy.kind].some(({ key }) => key === madeBy.key)).toBe(true);
  });

  it('are accepted without changes by the contract', () => {
    for (const { charges, body } of charged) {
      const sent = { ...body, property_id: 1, charges: charges.map(({ madeBy: _, ...charge }) => charge) };
      expect(operatorBookingCreation.parse(sent).charges).toEqual(sent.charges);
    }
  });

  it('have no more decimals than their currency', () => {
    const faults = charged.flatMap(({ key, property, charges }) =>
      charges
        .flatMap(({ amount, owner_amount, commission_amount }) => [amount, owner_amount, commission_amount])
        .flatMap((each) => decimalsFault(key, each, currencyOf(property))),
    );
    expect(faults).toEqual([]);
  });

  it('include cleaning fees, discounts and taxes', () => {
    for (const { property, charges } of charged) {
      const fee = plan.surcharges.find(({ key }) => key === `cleaning-${property}`)!;
      const cleaning = charges.filter(({ madeBy }) => madeBy?.key === fee.key);
      expect(cleaning.map(({ amount }) => amount)).toEqual([fee.body.amount]);
    }
    const discounts = new Set(lines.flatMap(({ type, madeBy }) => (type === 'discount' ? [madeBy!.key] : [])));
    expect([...discounts]).toEqual(expect.arrayContaining(['long-stays', 'last-minute', 'early-bird']));
    const taxes = lines.filter(({ type }) => type === 'tax');
    expect(new Set(taxes.map(({ is_channel_managed }) => is_channel_managed))).toEqual(new Set([true, false]));
    for (const { amount } of lines.filter(({ type }) => type === 'discount')) expect(amount).toBeLessThan(0);
  });

  it('are split between owner and manager, except for taxes and expenses', () => {
    for (const { property, charges } of charged) {
      const currency = currencyOf(property);
      for (const line of charges) {
        const shared = toMinor(line.owner_amount, currency) + toMinor(line.commission_amount, currency);
        const isPassedOn = line.type === 'tax' || line.is_expense_all;
        expect(shared).toBe(isPassedOn ? 0 : toMinor(line.amount, currency));
      }
      expect(
        sumAmounts(
          charges.map(({ amount }) => amount),
          currency,
        ),
      ).toBeGreaterThan(0);
    }
  });

  it('do not exist for blocks and owner stays', () => {
    const others = plan.bookings.filter((booking) => !isGuestBooking(booking));
    expect(others.flatMap(({ charges }) => charges)).toEqual([]);
  });
});
