import { z } from 'zod';
import { calendarDate } from '../shared/dates';
import { booleanInput, id, idInput, text, wholeNumberInput, wordInput } from '../shared/inputs';
import { instant } from '../shared/instants';
import { moneyInput, percentInput, scopeInput } from './definition-input';
import { chargeCategories, taxedGuests, taxModes } from './definition-words';

const words = {
  description: 'What guests read on the charge.',
  active: 'Whether it is charged.',
  position: 'Order of the taxes on a quote or booking, ascending; those with equal positions are ordered by id.',
  mode: 'How it is charged: a percentage of the taxed charges, or an amount per stay, per night, or per guest and night.',
  amount: 'Amount in the currency of the property, for the modes that are not `percent`. Null for `percent`.',
  percent: 'Percentage, such as 7.5, for the mode `percent`. Null for other modes.',
  applies_to:
    'Only charges with `is_taxable` in these categories are taxed. Null means every charge with `is_taxable`.',
  guests: 'Which guests a tax per guest and night counts.',
  max_nights: 'Only this many nights from the arrival on are taxed. Null means all nights.',
  exempt_from_nights: 'Stays of this many nights or more are exempt. Null means that no stay is.',
  valid_from: 'First night that is taxed. Null for no limit.',
  valid_to: 'Last night that is taxed. Null for no limit.',
  remitted_by_listing_site_ids:
    'Ids of the listing sites that collect and remit the tax themselves. Their bookings show it as channel-managed.',
  is_inclusive: 'Whether prices contain it. Such a tax makes no charge; the explanation of a quote shows it.',
};

export const taxTerms = z.object({
  description: z.string().describe(words.description),
  active: z.boolean().describe(words.active),
  position: z.int().describe(words.position),
  mode: z.enum(taxModes).describe(words.mode),
  amount: z.number().nullable().describe(words.amount),
  percent: z.number().nullable().describe(words.percent),
  applies_to: z.array(z.enum(chargeCategories)).nullable().describe(words.applies_to),
  guests: z.enum(taxedGuests).describe(words.guests),
  max_nights: z.int().nullable().describe(words.max_nights),
  exempt_from_nights: z.int().nullable().describe(words.exempt_from_nights),
  valid_from: z.string().nullable().describe(words.valid_from),
  valid_to: z.string().nullable().describe(words.valid_to),
  remitted_by_listing_site_ids: z.array(id).describe(words.remitted_by_listing_site_ids),
  is_inclusive: z.boolean().describe(words.is_inclusive),
});
export type TaxTerms = z.infer<typeof taxTerms>;

export const tax = z
  .object({
    id: id.describe('Id of the tax, which charges name as `tax_id`.'),
    property_id: id.describe('Id of its property, which never changes.'),
    ...taxTerms.shape,
    created_utc: instant.describe('When the tax was created.'),
    updated_utc: instant.describe('When it was last changed.'),
  })
  .meta({ id: 'Tax', description: 'A tax of one property.' });
export type Tax = z.infer<typeof tax>;

const nights = wholeNumberInput(1, 10_000).nullable();
const writable = z.object({
  description: text(200)
    .trim()
    .min(1, { error: 'expected a description' })
    .describe(`${words.description} 1 to 200 characters.`),
  active: booleanInput.describe(`${words.active} On creation, the default is true.`),
  position: wholeNumberInput(0, 1_000_000).describe(`${words.position} 0 to 1,000,000; on creation, the default is 0.`),
  mode: wordInput(taxModes).describe(words.mode),
  amount: moneyInput.min(0, { error: 'expected 0 or more' }).nullable().describe(words.amount),
  percent: percentInput.min(0, { error: 'expected 0 or more' }).nullable().describe(`${words.percent} 0 to 100.`),
  applies_to: z
    .array(wordInput(chargeCategories))
    .min(1, { error: 'expected categories, or null for every taxable charge' })
    .max(50, { error: 'expected at most 50 categories' })
    .transform((words) => chargeCategories.filter((category) => words.includes(category)))
    .nullable()
    .describe(`${words.applies_to} On creation, the default is null.`),
  guests: wordInput(taxedGuests).describe(`${words.guests} On creation, the default is \`adults_and_children\`.`),
  max_nights: nights.describe(`${words.max_nights} On creation, the default is null.`),
  exempt_from_nights: nights.describe(`${words.exempt_from_nights} On creation, the default is null.`),
  valid_from: calendarDate.nullable().describe(`${words.valid_from} On creation, the default is null.`),
  valid_to: calendarDate.nullable().describe(`${words.valid_to} On creation, the default is null.`),
  remitted_by_listing_site_ids: scopeInput(100).describe(`${words.remitted_by_listing_site_ids} Up to 100.`),
  is_inclusive: booleanInput.describe(`${words.is_inclusive} On creation, the default is false.`),
});

const { description, mode } = writable.shape;
export const taxCreation = writable
  .partial()
  .extend({ description, mode, property_id: idInput.describe('Id of the property. It cannot change later.') })
  .meta({ id: 'TaxCreation', description: 'A new tax.' });
export type TaxCreation = z.output<typeof taxCreation>;
export const taxPatch = writable
  .partial()
  .extend({
    property_id: idInput.optional().describe('The property cannot change; if it is sent, it must be the present one.'),
  })
  .meta({ id: 'TaxPatch', description: 'Fields that are not sent keep their values. Lists are replaced as a whole.' });
export type TaxPatch = z.output<typeof taxPatch>;
