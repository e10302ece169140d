import { z } from 'zod';
import { booleanInput, idInput, text, wholeNumberInput, wordInput } from '../shared/inputs';
import { currencyCode, MAX_AMOUNT, percent } from '../shared/money';
import { decidedOfRecords, echoesOf } from '../shared/server-decided';
import { criteriaInput, noCriteria } from './criteria';
import type { DefinitionType } from './definition';
import { bandMeasures, chargeCategories, chargeModes, discountTypes, surchargeTypes } from './definition-words';

/** An amount in the currency's unit. Whether it may be negative is decided by the type. */
export const moneyInput = z
  .number({ error: 'expected an amount' })
  .min(-MAX_AMOUNT, { error: `expected an amount from -${MAX_AMOUNT} to ${MAX_AMOUNT}` })
  .max(MAX_AMOUNT, { error: `expected an amount from -${MAX_AMOUNT} to ${MAX_AMOUNT}` });

const MAX_PERCENT = 1000;
/** A percentage such as 12.5. Whether it may be negative is decided by the type. */
export const percentInput = z
  .number({ error: 'expected a percentage' })
  .min(-100, { error: `expected a percentage from -100 to ${MAX_PERCENT}` })
  .max(MAX_PERCENT, { error: `expected a percentage from -100 to ${MAX_PERCENT}` })
  .refine((value) => Number(value.toFixed(6)) === value, { error: 'expected a percentage of at most 6 decimals' });

/** The ids of a scope without duplicates; an empty list and null mean all. */
export function scopeInput(maximum: number) {
  return z
    .array(idInput)
    .max(maximum, { error: `expected at most ${maximum} ids` })
    .nullable()
    .transform((ids) => [...new Set(ids ?? [])]);
}

const MAX_BANDS = 50;
const bandEnd = wholeNumberInput(0, 10_000);
const bandsInput = z
  .array(
    // Unknown fields of a band are refused. If they were ignored, the band would charge something else than intended.
    z
      .strictObject({
        from: bandEnd,
        to: bandEnd.nullable().default(null),
        amount: moneyInput.nullable().default(null),
        percent: percentInput.nullable().default(null),
      })
      .refine(({ from, to }) => to === null || from <= to, { error: 'expected from to be at most to' }),
  )
  .max(MAX_BANDS, { error: `expected at most ${MAX_BANDS} bands` })
  .nullable()
  .transform((bands) => [...(bands ?? [])].sort((a, b) => a.from - b.from));

/** The fields that clients write. Lists and criteria are replaced as a whole. */
const writable = z.object({
  description: text(200).trim().min(1, { error: 'expected a description' }),
  active: booleanInput,
  category: wordInput(chargeCategories),
  mode: wordInput(chargeModes),
  amount: moneyInput.nullable(),
  percent: percentInput.nullable(),
  amounts: bandsInput,
  amounts_by: wordInput(bandMeasures),
  included: wholeNumberInput(0, 1000),
  currency_code: currencyCode,
  position: wholeNumberInput(0, 1_000_000),
  property_ids: scopeInput(1000),
  listing_site_ids: scopeInput(100),
  season_ids: scopeInput(200),
  criteria: criteriaInput.nullable().transform((sent) => sent ?? noCriteria),
  is_taxable: booleanInput,
  is_combinable: booleanInput,
  is_commission_all: booleanInput,
  is_expense_all: booleanInput,
  owner_commission_percent: percent.nullable(),
});
export type DefinitionInput = z.output<ReturnType<typeof writable.partial>>;

/**
 * Fields that only the server decides, and why. A body may contain them with their current values, as a program does
 * that sends back what it read; other values are refused.
 */
export const serverDecided = {
  ...decidedOfRecords,
  deleted_utc: 'it is set when the record is deleted',
} as const;
const echoes = echoesOf(serverDecided).shape;

interface Kind<Types extends readonly [DefinitionType, ...DefinitionType[]]> {
  types: Types;
  path: string;
}
const surcharges: Kind<typeof surchargeTypes> = { types: surchargeTypes, path: 'v2/surcharges' };
const discounts: Kind<typeof discountTypes> = { types: discountTypes, path: 'v2/discounts' };

/** A type of this kind; the error for a type of the other kind says which route takes it. */
function typeInput<Types extends readonly [DefinitionType, ...DefinitionType[]]>(
  own: Kind<Types>,
  other: Kind<readonly [DefinitionType, ...DefinitionType[]]>,
) {
  const word = wordInput(own.types);
  const otherWord = wordInput(other.types);
  return z
    .string({ error: `expected one of ${own.types.join(', ')}` })
    .transform((sent, context): Types[number] => {
      const found = word.safeParse(sent);
      if (found.success) return found.data;
      const elsewhere = otherWord.safeParse(sent);
      const message = elsewhere.success
        ? `${elsewhere.data} belongs to ${other.path}; expected one of ${own.types.join(', ')}`
        : `expected one of ${own.types.join(', ')}`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .meta({ enum: [...own.types] });
}

export const surchargeType = typeInput(surcharges, discounts);
export const discountType = typeInput(discounts, surcharges);

const { description } = writable.shape;
export const surchargeCreation = writable.partial().extend({ description, type: surchargeType, ...echoes });
export const discountCreation = writable.partial().extend({ description, type: discountType, ...echoes });
export type DefinitionCreation = z.output<typeof surchargeCreation> | z.output<typeof discountCreation>;

export const surchargePatch = writable.partial().extend({ type: surchargeType.optional(), ...echoes });
export const discountPatch = writable.partial().extend({ type: discountType.optional(), ...echoes });
export type DefinitionPatch = z.output<typeof surchargePatch> | z.output<typeof discountPatch>;
