import fc from 'fast-check';
import { sumAmounts, toMinor } from '../money';
import { adjustedRate, isDecidedByNight } from './adjusted-rate';
import { calculateCharges } from './calculate-charges';
import type { ChargeInputs, DiscountDefinition, StayCharge, StayCharges } from './charge-types';
import { NO_CRITERIA } from './definition-defaults';
import { chargeInputs } from './testing/charge-arbitraries';
import { discount, inputsOf, nights, stayOf, surcharge, tax } from './worked-examples/example';

const holds = (check: (inputs: ChargeInputs, result: StayCharges) => void) =>
  fc.assert(
    fc.property(chargeInputs, (inputs) => check(inputs, calculateCharges(inputs))),
    { numRuns: 400 },
  );
const sumOf = (charges: readonly StayCharge[], { stay }: ChargeInputs) =>
  toMinor(
    sumAmounts(
      charges.map(({ amount }) => amount),
      stay.currency_code,
    ),
    stay.currency_code,
  );

describe('the charges of a stay', () => {
  it('add up exactly to the total, in currencies with 0, 2 and 3 decimals', () => {
    holds((inputs, { charges, total_amount }) => {
      const minors = charges.map(({ amount }) => toMinor(amount, inputs.stay.currency_code));
      expect(toMinor(total_amount, inputs.stay.currency_code)).toBe(minors.reduce((a, b) => a + b, 0));
    });
  });

  it('do not depend on the order of the definitions', () => {
    fc.assert(
      fc.property(
        chargeInputs.chain((inputs) =>
          fc.record({
            inputs: fc.constant(inputs),
            surcharges: fc.shuffledSubarray(inputs.surcharges, { minLength: inputs.surcharges.length }),
            discounts: fc.shuffledSubarray(inputs.discounts, { minLength: inputs.discounts.length }),
            taxes: fc.shuffledSubarray(inputs.taxes, { minLength: inputs.taxes.length }),
          }),
        ),
        ({ inputs, ...shuffled }) => {
          expect(calculateCharges({ ...inputs, ...shuffled })).toEqual(calculateCharges(inputs));
        },
      ),
    );
  });

  it('give the same reasons for the refusal of a discount code in any order of the discounts', () => {
    const coded = { ...NO_CRITERIA, discount_code: 'SUMMER' };
    const first = discount('promotion', { id: 1, active: false, criteria: coded });
    const second = discount('promotion', { id: 2, listing_site_ids: [5], criteria: coded });
    const refusalOf = (discounts: DiscountDefinition[]) =>
      calculateCharges(
        inputsOf({ name: '', charges: [], total: 0, stay: stayOf({ discount_code: 'summer' }), discounts }),
      ).discount_code_refusal;
    expect(refusalOf([second, first])).toBe(
      'discount code "summer" does not apply: it is not active; the stay has no listing site',
    );
    expect(refusalOf([first, second])).toBe(refusalOf([second, first]));
  });

  it('are the same when calculated again, and the calculation does not change its inputs', () => {
    holds((inputs, first) => {
      const before = structuredClone(inputs);
      expect(calculateCharges(inputs)).toEqual(first);
      expect(inputs).toEqual(before);
    });
  });

  it('never reduce the rent, the subtotal or the total below 0', () => {
    holds((inputs, { charges }) => {
      const onRent = charges.filter(
        ({ type, discount_id }) =>
          type === 'rent' ||
          inputs.discounts.some(({ id, mode }) => id === discount_id && mode !== 'percent_of_subtotal'),
      );
      expect(sumOf(onRent, inputs)).toBeGreaterThanOrEqual(0);
      expect(
        sumOf(
          charges.filter(({ type }) => type !== 'tax'),
          inputs,
        ),
      ).toBeGreaterThanOrEqual(0);
      for (const { type, amount } of charges) {
        if (type === 'rent') expect(amount).toBeGreaterThanOrEqual(0);
        else expect(Math.sign(amount)).toBe(type === 'discount' ? -1 : 1);
      }
    });
  });

  it('are ordered as rent, surcharges, discounts, taxes, and numbered from 0', () => {
    holds((inputs, { charges }) => {
      const rank = charges.map(({ type }) => ['rent', 'surcharge', 'discount', 'tax'].indexOf(type));
      expect(rank).toEqual([...rank].sort((a, b) => a - b));
      expect(charges.map(({ position }) => position)).toEqual(charges.map((_, index) => index));
      expect(charges.some(({ type }) => type === 'rent')).toBe(!inputs.stay.is_owner_booking);
    });
  });

  it('contain or explain every surcharge, discount and tax exactly once', () => {
    holds(({ surcharges, discounts, taxes }, { charges, explanation }) => {
      const leftOut = explanation.left_out.map(({ definition }) => definition);
      const published = [...charges, ...explanation.adjusters, ...explanation.contained_taxes, ...leftOut];
      const idsOf = (field: 'surcharge_id' | 'discount_id' | 'tax_id') =>
        published.flatMap((entry) => (field in entry ? [(entry as Record<string, unknown>)[field]] : [])).sort();
      const ids = (definitions: readonly { id: number }[]) => definitions.map(({ id }) => id).sort();
      expect(idsOf('surcharge_id')).toEqual(ids(surcharges));
      expect(idsOf('discount_id')).toEqual(ids(discounts));
      expect(idsOf('tax_id')).toEqual(ids(taxes));
    });
  });

  it('are split into owner amount, commission and pass-through amount, each with the sign of the charge', () => {
    holds((inputs, { charges }) => {
      const { currency_code } = inputs.stay;
      for (const charge of charges) {
        const isTax = charge.type === 'tax';
        const isPassedOn = isTax
          ? charge.is_channel_managed || inputs.settings.taxes_remitted_by === 'manager'
          : charge.is_expense_all;
        const parts = sumAmounts([charge.owner_amount, charge.commission_amount], currency_code);
        expect(parts).toBe(isPassedOn ? 0 : charge.amount);
        expect(charge.commission_amount * charge.amount).toBeGreaterThanOrEqual(0);
      }
    });
  });

  it('contain at most one non-combinable discount, the one with the largest amount', () => {
    holds((inputs, { charges, explanation }) => {
      const applied = inputs.discounts.filter(({ id }) => charges.some(({ discount_id }) => discount_id === id));
      const [winner, ...others] = applied.filter(({ is_combinable }) => !is_combinable);
      expect(others).toEqual([]);
      const takenBy = (id: number | undefined, lines: readonly StayCharge[]) =>
        -(lines.find((line) => line.type === 'discount' && line.discount_id === id)?.amount ?? 0);
      for (const { definition, field } of explanation.left_out) {
        const loser = inputs.discounts.find(({ id }) => 'discount_id' in definition && id === definition.discount_id);
        if (!loser || field !== 'is_combinable') continue;
        const withoutRivals = inputs.discounts.filter((each) => each.is_combinable || each === loser);
        const alone = takenBy(loser.id, calculateCharges({ ...inputs, discounts: withoutRivals }).charges);
        expect(alone).toBeLessThanOrEqual(takenBy(winner?.id, charges));
        if (alone === takenBy(winner?.id, charges)) expect(loser.id).toBeGreaterThan(winner?.id ?? Infinity);
      }
    });
  });
});

describe('the tax base', () => {
  const everythingTaxable = chargeInputs.map((inputs): ChargeInputs => ({
    ...inputs,
    surcharges: inputs.surcharges.map((each) => ({ ...each, is_taxable: true })),
    discounts: inputs.discounts.map((each) => ({ ...each, is_taxable: true })),
    taxes: [],
  }));
  const totalWith = (inputs: ChargeInputs, taxes: ChargeInputs['taxes']) => calculateCharges({ ...inputs, taxes });
  const taxesOf = (inputs: ChargeInputs, { charges }: StayCharges) =>
    sumOf(
      charges.filter(({ type }) => type === 'tax'),
      inputs,
    );
  const net = (inputs: ChargeInputs) =>
    toMinor(calculateCharges({ ...inputs, taxes: [] }).total_amount, inputs.stay.currency_code);

  it('is the sum of all lines minus all discounts if everything is taxable', () => {
    fc.assert(
      fc.property(everythingTaxable, (inputs) => {
        expect(taxesOf(inputs, totalWith(inputs, [tax({ id: 1, percent: 100 })]))).toBe(net(inputs));
      }),
    );
  });

  it('is the sum of the tax bases of all categories', () => {
    fc.assert(
      fc.property(everythingTaxable, fc.boolean(), (inputs, reversed) => {
        const categories = [...new Set(inputs.surcharges.map(({ category }) => category)), 'rent' as const];
        const parts = [...new Set(reversed ? categories.reverse() : categories)].map((category, index) =>
          tax({ id: index + 1, percent: 100, applies_to: [category] }),
        );
        expect(taxesOf(inputs, totalWith(inputs, parts))).toBe(net(inputs));
      }),
    );
  });

  it('is the sum of the tax bases of the parts before and after any date, apart from rounding', () => {
    fc.assert(
      fc.property(everythingTaxable, fc.nat(9), (inputs, index) => {
        const date = inputs.stay.nights[index]?.date;
        fc.pre(date !== undefined && index > 0);
        const before = inputs.stay.nights[index - 1]?.date ?? null;
        const taxes = [
          tax({ id: 1, percent: 100, valid_to: before }),
          tax({ id: 2, percent: 100, valid_from: date ?? null }),
        ];
        expect(Math.abs(taxesOf(inputs, totalWith(inputs, taxes)) - net(inputs))).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('does not contain an inclusive tax, so that tax base plus tax is the price', () => {
    fc.assert(
      fc.property(everythingTaxable, fc.integer({ min: 1, max: 30 }), (inputs, percent) => {
        const { total_amount, explanation } = totalWith(inputs, [tax({ id: 1, percent, is_inclusive: true })]);
        const contained = explanation.contained_taxes[0]?.amount ?? 0;
        const gross = toMinor(total_amount, inputs.stay.currency_code);
        expect(gross).toBe(net(inputs));
        expect(toMinor(contained, inputs.stay.currency_code)).toBe(Math.round((gross * percent) / (100 + percent)));
      }),
    );
  });
});

describe('adjustedRate', () => {
  it('returns rates that add up to the rent of the stay if all rate adjusters depend only on the night', () => {
    fc.assert(
      fc.property(chargeInputs, (inputs) => {
        const stay = { ...inputs.stay, is_owner_booking: false };
        const surcharges = inputs.surcharges.filter((each) => each.type !== 'rate_adjuster' || isDecidedByNight(each));
        const rates = stay.nights.map((night) => adjustedRate(night, stay, surcharges));
        const [rent] = calculateCharges({ ...inputs, stay, surcharges }).charges;
        expect(sumAmounts(rates, stay.currency_code)).toBe(rent?.amount);
      }),
    );
  });

  it.each([
    ['guests', { criteria: { guests: { min: 1, max: null } } }],
    ['the length of the stay', { criteria: { nights: { min: 1, max: null } } }],
    ['the arrival', { criteria: { arrival_dates: [{ from: null, to: null }] } }],
    ['the date of booking', { criteria: { booked_dates: [{ from: null, to: null }] } }],
    ['the time before arrival', { criteria: { days_before_arrival: { min: 0, max: null } } }],
    ['a discount code', { criteria: { discount_code: 'SUMMER' } }],
    ['the listing site', { listing_site_ids: [5] }],
    ['the band of a tiered definition', { amounts: [{ from: 1, to: null, amount: null, percent: 10 }] }],
  ])('ignores a rate adjuster that depends on %s, because only quotes apply it', (_criterion, fields) => {
    const [night] = nights('2026-07-06', [100]);
    const adjuster = surcharge('rate_adjuster', { id: 1, percent: 10, ...fields });
    expect(adjustedRate(night!, stayOf(), [adjuster])).toBe(100);
  });

  it('applies rate adjusters by property, date, weekday and season', () => {
    const [night] = nights('2026-07-06', [100], [7]);
    const adjust = (fields: Omit<Parameters<typeof surcharge>[1], 'id'>) =>
      adjustedRate(night!, stayOf(), [surcharge('rate_adjuster', { id: 1, percent: 10, ...fields })]);
    expect(adjust({ property_ids: [1], season_ids: [7], criteria: { weekdays: ['monday'] } })).toBe(110);
    expect(adjust({ criteria: { stay_dates: [{ from: '2026-07-06', to: '2026-07-06' }] } })).toBe(110);
    expect(adjust({ property_ids: [2] })).toBe(100);
    expect(adjust({ season_ids: [8] })).toBe(100);
    expect(adjust({ criteria: { weekdays: ['tuesday'] } })).toBe(100);
    expect(adjust({ criteria: { stay_dates: [{ from: '2026-07-07', to: null }] } })).toBe(100);
    expect(adjust({ active: false })).toBe(100);
  });

  it('ignores surcharges that are not rate adjusters', () => {
    const [night] = nights('2026-07-06', [100]);
    expect(adjustedRate(night!, stayOf(), [surcharge('other', { id: 1, mode: 'per_night', amount: 10 })])).toBe(100);
  });
});

describe('calculateCharges', () => {
  it('refuses a stay without nights', () => {
    const inputs = { stay: stayOf({ nights: [] }), surcharges: [], discounts: [], taxes: [] };
    const settings = { has_manager: true, owner_commission_percent: null, taxes_remitted_by: 'manager' } as const;
    expect(() => calculateCharges({ ...inputs, settings })).toThrow(RangeError);
  });
});
