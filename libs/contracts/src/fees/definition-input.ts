import { z } from 'zod';
import { booleanInput, idInput, text, wholeNumberInput, wordInput } from '../shared/inputs';
import { currencyCode, MAX_AMOUNT, percent } from '../shared/money';
import { decidedOfRecords, echoesOf } from '../shared/server-decided';
import { criteriaInput, noCriteria } from './criteria';
import { bandWords, type DefinitionType, termWords } from './definition';
import { bandMeasures, chargeCategories, chargeModes, discountTypes, surchargeTypes } from './definition-words';

/** An amount in the currency's unit. The type of the definition decides whether it may be negative. */
export const moneyInput = z
  .number({ error: 'expected an amount' })
  .min(-MAX_AMOUNT, { error: `expected an amount from -${MAX_AMOUNT} to ${MAX_AMOUNT}` })
  .max(MAX_AMOUNT, { error: `expected an amount from -${MAX_AMOUNT} to ${MAX_AMOUNT}` });

const MAX_PERCENT = 1000;
/** A percentage such as 12.5. The type of the definition decides whether it may be negative. */
export const percentInput = z
  .number({ error: 'expected a percentage' })
  .min(-100, { error: `expected a percentage from -100 to ${MAX_PERCENT}` })
  .max(MAX_PERCENT, { error: `expected a percentage from -100 to ${MAX_PERCENT}` })
  .refine((value) => Number(value.toFixed(6)) === value, { error: 'expected a percentage of at most 6 decimals' });

/**
 * A list of ids. The definition applies only to the records with these ids. Duplicates are removed. With an empty list
 * or null it applies to all records.
 */
export function scopeInput(maximum: number) {
  return z
    .array(idInput)
    .max(maximum, { error: `expected at most ${maximum} ids` })
    .nullable()
    .transform((ids) => [...new Set(ids ?? [])]);
}

const MAX_BANDS = 50;
const bandEnd = wholeNumberInput(0, 10_000);
/** The bands in a request. They keep their order, so that later errors can name the index that the client sent. */
const bandsInput = z
  .array(
    // Refuse unknown fields of a band. If they were ignored, the band would charge a different
    // amount than the client intended.
    z
      .strictObject({
        from: bandEnd.describe(bandWords.from),
        to: bandEnd.nullable().default(null).describe(bandWords.to),
        amount: moneyInput.nullable().default(null).describe(bandWords.amount),
        percent: percentInput.nullable().default(null).describe(bandWords.percent),
      })
      .refine(({ from, to }) => to === null || from <= to, { error: 'expected from to be at most to' }),
  )
  .max(MAX_BANDS, { error: `expected at most ${MAX_BANDS} bands` })
  .nullable()
  .transform((bands) => bands ?? []);

/** The fields that clients write. Lists and criteria are replaced as a whole. */
const writable = z.object({
  description: text(200)
    .trim()
    .min(1, { error: 'expected a description' })
    .describe(`${termWords.description} 1 to 200 characters.`),
  active: booleanInput.describe(`${termWords.active} On creation, the default is true.`),
  category: wordInput(chargeCategories).describe(`${termWords.category} On creation, the default depends on the type.`),
  mode: wordInput(chargeModes).describe(
    `${termWords.mode} On creation, the default depends on the type and the values that are sent.`,
  ),
  amount: moneyInput.nullable().describe(`${termWords.amount} No more decimals than the currency has.`),
  percent: percentInput.nullable().describe(`${termWords.percent} At most 6 decimals; at most 100 on discounts.`),
  amounts: bandsInput.describe(`${termWords.amounts} Up to ${MAX_BANDS} bands; a new list replaces all of them.`),
  amounts_by: wordInput(bandMeasures).describe(`${termWords.amounts_by} On creation, the default depends on the type.`),
  included: wholeNumberInput(0, 1000).describe(`${termWords.included} 0 to 1,000; on creation, the default is 0.`),
  currency_code: currencyCode.describe(`${termWords.currency_code} On creation, the default is that of the account.`),
  position: wholeNumberInput(0, 1_000_000).describe(
    `${termWords.position} 0 to 1,000,000; on creation, the default is 0.`,
  ),
  property_ids: scopeInput(1000).describe(`${termWords.property_ids} Up to 1,000.`),
  listing_site_ids: scopeInput(100).describe(`${termWords.listing_site_ids} Up to 100.`),
  season_ids: scopeInput(200).describe(`${termWords.season_ids} Up to 200.`),
  criteria: criteriaInput
    .nullable()
    .transform((sent) => sent ?? noCriteria)
    .describe(`${termWords.criteria} They replace all previous criteria; null removes them.`),
  is_taxable: booleanInput.describe(`${termWords.is_taxable} On creation, the default is true.`),
  is_combinable: booleanInput.describe(`${termWords.is_combinable} On creation, the default is false.`),
  is_commission_all: booleanInput.describe(
    `${termWords.is_commission_all} Not together with \`is_expense_all\`. On creation, the default is false.`,
  ),
  is_expense_all: booleanInput.describe(`${termWords.is_expense_all} On creation, the default is false.`),
  owner_commission_percent: percent.nullable().describe(`${termWords.owner_commission_percent} 0 to 100.`),
});
export type DefinitionInput = z.output<ReturnType<typeof writable.partial>>;

/**
 * Fields that only the server sets, each mapped to the reason in the error message. A body may
 * contain them with their current values, because clients send back what they read. Other values
 * are refused.
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

/**
 * A type of the kind `own` (surcharges or discounts). If a client sends a type of the other kind, the error names the
 * route that accepts it.
 */
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
const typeWords = 'Type, which never changes. It decides the defaults of other fields.';

export const surchargeCreation = writable
  .partial()
  .extend({ description, type: surchargeType.describe(typeWords), ...echoes })
  .meta({
    id: 'SurchargeCreation',
    description: 'A new surcharge. Fields that are not sent get the defaults of its type.',
  });
export const discountCreation = writable
  .partial()
  .extend({ description, type: discountType.describe(typeWords), ...echoes })
  .meta({
    id: 'DiscountCreation',
    description: 'A new discount. Fields that are not sent get the defaults of its type.',
  });
export type DefinitionCreation = z.output<typeof surchargeCreation> | z.output<typeof discountCreation>;

const sameType = 'The type cannot change; if it is sent, it must be the present one.';
const patchWords = 'Fields that are not sent keep their values. Lists and criteria are replaced as a whole.';

export const surchargePatch = writable
  .partial()
  .extend({ type: surchargeType.optional().describe(sameType), ...echoes })
  .meta({ id: 'SurchargePatch', description: patchWords });
export const discountPatch = writable
  .partial()
  .extend({ type: discountType.optional().describe(sameType), ...echoes })
  .meta({ id: 'DiscountPatch', description: patchWords });
export type DefinitionPatch = z.output<typeof surchargePatch> | z.output<typeof discountPatch>;
