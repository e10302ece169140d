import { z } from 'zod';
import { calendarDate } from '../shared/dates';
import { booleanInput, id, idInput, text, wholeNumberInput, wordInput } from '../shared/inputs';
import { instant } from '../shared/instants';
import { moneyInput, percentInput, scopeInput } from './definition-input';
import { chargeCategories, taxedGuests, taxModes } from './definition-words';

/** The fields of a tax of a property; amounts are in the property's currency. */
export const taxTerms = z.object({
  description: z.string(),
  active: z.boolean(),
  position: z.int(),
  mode: z.enum(taxModes),
  amount: z.number().nullable(),
  percent: z.number().nullable(),
  /** Null means every charge with is_taxable. */
  applies_to: z.array(z.enum(chargeCategories)).nullable(),
  guests: z.enum(taxedGuests),
  max_nights: z.int().nullable(),
  exempt_from_nights: z.int().nullable(),
  valid_from: z.string().nullable(),
  valid_to: z.string().nullable(),
  remitted_by_listing_site_ids: z.array(id),
  is_inclusive: z.boolean(),
});
export type TaxTerms = z.infer<typeof taxTerms>;

export const tax = z.object({
  id,
  property_id: id,
  ...taxTerms.shape,
  created_utc: instant,
  updated_utc: instant,
});
export type Tax = z.infer<typeof tax>;

const nights = wholeNumberInput(1, 10_000).nullable();
const writable = z.object({
  description: text(200).trim().min(1, { error: 'expected a description' }),
  active: booleanInput,
  position: wholeNumberInput(0, 1_000_000),
  mode: wordInput(taxModes),
  amount: moneyInput.min(0, { error: 'expected 0 or more' }).nullable(),
  percent: percentInput.min(0, { error: 'expected 0 or more' }).nullable(),
  applies_to: z
    .array(wordInput(chargeCategories))
    .min(1, { error: 'expected categories, or null for every taxable charge' })
    .max(50, { error: 'expected at most 50 categories' })
    .transform((words) => chargeCategories.filter((category) => words.includes(category)))
    .nullable(),
  guests: wordInput(taxedGuests),
  max_nights: nights,
  exempt_from_nights: nights,
  valid_from: calendarDate.nullable(),
  valid_to: calendarDate.nullable(),
  remitted_by_listing_site_ids: scopeInput(100),
  is_inclusive: booleanInput,
});

const { description, mode } = writable.shape;
export const taxCreation = writable.partial().extend({ description, mode, property_id: idInput });
export type TaxCreation = z.output<typeof taxCreation>;
/** The property of a tax cannot be changed. */
export const taxPatch = writable.partial().extend({ property_id: idInput.optional() });
export type TaxPatch = z.output<typeof taxPatch>;
