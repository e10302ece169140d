import { z } from 'zod';
import { id, idInput } from '../shared/inputs';
import { internalContract } from '../shared/internal-contract';
import { commonErrors } from '../shared/responses';
import { type Criteria, criteria } from './criteria';
import { type DefinitionTerms, definitionTerms } from './definition';
import { discountTypes, surchargeTypes } from './definition-words';
import { taxTerms } from './tax';

const account = idInput.describe('Id of the account.');

/** The stay whose charges are to be calculated. */
export const stayOfDefinitions = z.object({
  user_id: account,
  property_id: idInput.describe('Id of the property.'),
  discount_code: z
    .string()
    .max(500)
    .nullable()
    .default(null)
    .describe(
      'Discounts with this code are returned even if they do not apply, so that an error message can state the reason.',
    ),
});
export type StayOfDefinitions = z.output<typeof stayOfDefinitions>;

/** The maximum number of properties whose definitions are returned in one call. */
export const MAX_SEARCHED_PROPERTIES = 200;

/** The properties whose definitions are needed to calculate charges. */
const propertiesOfStays = z.object({
  user_id: account,
  property_ids: z
    .array(idInput)
    .min(1)
    .max(MAX_SEARCHED_PROPERTIES)
    .describe(`Ids of 1 to ${MAX_SEARCHED_PROPERTIES} properties.`),
});
export type PropertiesOfStays = z.output<typeof propertiesOfStays>;

const surchargeDefinition = z.object({
  id: id.describe('Id of the surcharge.'),
  type: z.enum(surchargeTypes).describe('Type of the surcharge.'),
  ...definitionTerms.shape,
});
const discountDefinition = z.object({
  id: id.describe('Id of the discount.'),
  type: z.enum(discountTypes).describe('Type of the discount.'),
  ...definitionTerms.shape,
});
const taxDefinition = z.object({ id: id.describe('Id of the tax.'), ...taxTerms.shape });

/**
 * The inputs of the calculation of charges: the active definitions that can apply to the property, and its active
 * taxes, ordered by id. The calculation itself checks listing sites, seasons and criteria.
 */
export const definitionsOfStay = z.object({
  adjusters: z
    .array(surchargeDefinition)
    .describe('Surcharges of type `rate_adjuster`. They change the nightly rent and add no line.'),
  surcharges: z.array(surchargeDefinition).describe('The other surcharges.'),
  discounts: z.array(discountDefinition).describe('The discounts.'),
  taxes: z.array(taxDefinition).describe('The taxes of the property.'),
});
export type DefinitionsOfStay = z.infer<typeof definitionsOfStay>;

/**
 * The inputs of the calculation for stays at any of several properties. `property_ids` of a
 * definition lists those of the requested properties that the definition applies to; an empty list
 * means all of them. Each tax names its property.
 */
const definitionsOfStays = definitionsOfStay.extend({
  taxes: z
    .array(taxDefinition.extend({ property_id: id.describe('Id of its property.') }))
    .describe('The taxes of the properties.'),
});
export type DefinitionsOfStays = z.infer<typeof definitionsOfStays>;

/**
 * A list whose entries are not validated again, because they were validated when they were written.
 */
const writtenList = <List extends unknown[]>() => z.custom<List>(Array.isArray, { error: 'expected a list' });
const writtenTerms = definitionTerms.extend({
  amounts: writtenList<DefinitionTerms['amounts']>(),
  property_ids: writtenList<number[]>(),
  listing_site_ids: writtenList<number[]>(),
  season_ids: writtenList<number[]>(),
  criteria: criteria.extend({
    stay_dates: writtenList<Criteria['stay_dates']>(),
    weekdays: writtenList<Criteria['weekdays']>(),
    arrival_dates: writtenList<Criteria['arrival_dates']>(),
    booked_dates: writtenList<Criteria['booked_dates']>(),
  }),
});
const writtenSurcharges = z.array(surchargeDefinition.extend(writtenTerms.shape));

/**
 * The schema with which the booking service parses the response of the fees service for one property
 * (`definitionsOfStay`). It does not validate the entries of lists: there may be thousands of definitions with hundreds
 * of entries each, and a guest waits for the quote.
 */
export const definitionsToCharge = definitionsOfStay.extend({
  adjusters: writtenSurcharges,
  surcharges: writtenSurcharges,
  discounts: z.array(discountDefinition.extend(writtenTerms.shape)),
});

/**
 * The schema with which the booking service parses the response of the fees service for several properties
 * (`definitionsOfStays`).
 */
export const definitionsToChargeMany = definitionsToCharge.extend({ taxes: definitionsOfStays.shape.taxes });

/** The property for which to list the account's definitions. */
const propertyOfDefinitions = z.object({ user_id: account, property_id: idInput.describe('Id of the property.') });
export type PropertyOfDefinitions = z.output<typeof propertyOfDefinitions>;

const definitionInBrief = z.object({
  id: id.describe('Id of the definition.'),
  description: z.string().describe('What guests read on the charge.'),
  active: z.boolean().describe('Whether it is charged.'),
  is_for_property: z.boolean().describe('Whether it can apply to stays at the property, active or not.'),
  created_utc: z.iso
    .datetime({ precision: 3 })
    .describe('When it was created, with milliseconds, because it is compared with instants of other services.'),
});
export type DefinitionInBrief = z.infer<typeof definitionInBrief>;

/**
 * All taxes of the property, and all definitions of the account, including definitions that are inactive or apply only
 * to other properties. The definitions of each kind are in the order of their charge lines. Deleted definitions are not
 * included.
 */
const definitionsInBrief = z.object({
  surcharges: z.array(definitionInBrief).describe('All surcharges of the account.'),
  discounts: z.array(definitionInBrief).describe('All discounts of the account.'),
  taxes: z.array(definitionInBrief).describe('All taxes of the property.'),
});
export type DefinitionsInBrief = z.infer<typeof definitionsInBrief>;

/** The routes of the fees service for other services. */
export const feesInternalContract = internalContract('fees', {
  definitionsOfStay: {
    method: 'POST',
    path: '/internal/definitions/of-stay',
    body: stayOfDefinitions,
    summary: 'Read the definitions that can apply to a stay',
    description:
      'The active surcharges, discounts and taxes of the property. The calculation itself checks listing sites, seasons and criteria.',
    responses: { 200: definitionsOfStay, ...commonErrors },
  },
  definitionsOfStays: {
    method: 'POST',
    path: '/internal/definitions/of-stays',
    body: propertiesOfStays,
    summary: 'Read the definitions for stays at several properties',
    description:
      'The same for up to 200 properties in one call. In each definition, `property_ids` has those of them that it applies to.',
    responses: { 200: definitionsOfStays, ...commonErrors },
  },
  definitionsInBrief: {
    method: 'POST',
    path: '/internal/definitions/in-brief',
    body: propertyOfDefinitions,
    summary: 'List all definitions of an account in brief',
    description:
      'Also inactive ones and those for other properties, in the order of their charges; without deleted ones.',
    responses: { 200: definitionsInBrief, ...commonErrors },
  },
});
