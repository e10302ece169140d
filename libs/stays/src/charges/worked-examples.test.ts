import { calculateCharges } from './calculate-charges';
import { minorOf, moneyInWords } from './minor-amounts';
import { bands } from './worked-examples/bands';
import { criteriaAndScope } from './worked-examples/criteria-and-scope';
import { discountCodes } from './worked-examples/discount-codes';
import { discounts } from './worked-examples/discounts';
import { inputsOf, type WorkedExample } from './worked-examples/example';
import { inclusiveTaxes } from './worked-examples/inclusive-taxes';
import { ownerAndManager } from './worked-examples/owner-and-manager';
import { rentAndAdjusters } from './worked-examples/rent-and-adjusters';
import { surchargeModes } from './worked-examples/surcharge-modes';
import { taxes } from './worked-examples/taxes';
import { taxesAndDiscounts } from './worked-examples/taxes-and-discounts';
import { wholeStays } from './worked-examples/whole-stays';

const subjects: [string, WorkedExample[]][] = [
  ['rent and rate adjusters', rentAndAdjusters],
  ['surcharge modes', surchargeModes],
  ['criteria and scope', criteriaAndScope],
  ['bands', bands],
  ['discounts', discounts],
  ['discount codes', discountCodes],
  ['taxes', taxes],
  ['taxes after discounts', taxesAndDiscounts],
  ['inclusive taxes', inclusiveTaxes],
  ['owner and manager', ownerAndManager],
  ['whole stays', wholeStays],
];

describe.each(subjects)('worked examples: %s', (_subject, examples) => {
  it.each(examples.map((example) => [example.name, example] as const))('%s', (_name, example) => {
    const { charges, total_amount, explanation, discount_code_refusal } = calculateCharges(inputsOf(example));
    expect(charges).toMatchObject(example.charges);
    expect(total_amount).toBe(example.total);
    expect(explanation.left_out.map(({ definition, field }) => [definition, field])).toEqual(example.leftOut ?? []);
    expect(explanation.contained_taxes).toMatchObject(example.contained ?? []);
    expect(discount_code_refusal).toBe(example.codeRefusal ?? null);
    expect(explanation.charges.map(({ position }) => position)).toEqual(charges.map(({ position }) => position));
    explanation.charges.forEach(({ computation }, index) => {
      const { amount } = charges[index]!;
      const { currency_code } = inputsOf(example).stay;
      expect(computation).toContain(moneyInWords(minorOf(Math.abs(amount), currency_code), currency_code));
    });
  });
});
