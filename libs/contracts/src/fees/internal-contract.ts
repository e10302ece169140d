import { z } from 'zod';
import { id, idInput } from '../shared/inputs';
import { internalContract } from '../shared/internal-contract';
import { commonErrors } from '../shared/responses';
import { type Criteria, criteria } from './criteria';
import { type DefinitionTerms, definitionTerms } from './definition';
import { discountTypes, surchargeTypes } from './definition-words';
import { taxTerms } from './tax';

/** The stay to calculate charges for. */
const stayOfDefinitions = z.object({
  user_id: idInput,
  property_id: idInput,
  /** Discounts with this code are returned even if they do not apply, so that a refusal can say why. */
  discount_code: z.string().max(500).nullable().default(null),
});
export type StayOfDefinitions = z.output<typeof stayOfDefinitions>;

const surchargeDefinition = z.object({ id, type: z.enum(surchargeTypes), ...definitionTerms.shape });
const discountDefinition = z.object({ id, type: z.enum(discountTypes), ...definitionTerms.shape });
const taxDefinition = z.object({ id, ...taxTerms.shape });

/**
 * The inputs of the calculation of charges: the active definitions that can apply to the property, and its active
 * taxes, ordered by id. Listing sites, seasons and criteria are checked by the calculation.
 */
export const definitionsOfStay = z.object({
  /** Surcharges of type rate_adjuster. They change the nightly rent and make no line. */
  adjusters: z.array(surchargeDefinition),
  surcharges: z.array(surchargeDefinition),
  discounts: z.array(discountDefinition),
  taxes: z.array(taxDefinition),
});
export type DefinitionsOfStay = z.infer<typeof definitionsOfStay>;

/** A list whose entries were validated when they were written. */
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
 * The same answer, as booking reads it: it validates every field, but not the entries of lists. There may be thousands
 * of definitions with hundreds of entries each, and a guest waits for the quote.
 */
export const definitionsToCharge = definitionsOfStay.extend({
  adjusters: writtenSurcharges,
  surcharges: writtenSurcharges,
  discounts: z.array(discountDefinition.extend(writtenTerms.shape)),
});

/** The property that the account's definitions are listed for. */
const placeOfDefinitions = z.object({ user_id: idInput, property_id: idInput });
export type PlaceOfDefinitions = z.output<typeof placeOfDefinitions>;

const definitionInBrief = z.object({
  id,
  description: z.string(),
  active: z.boolean(),
  /** Whether it can apply to stays at the property, active or not. */
  is_for_property: z.boolean(),
  /** With milliseconds, because it is compared with instants of other services. */
  created_utc: z.iso.datetime({ precision: 3 }),
});
export type DefinitionInBrief = z.infer<typeof definitionInBrief>;

/**
 * All definitions of an account, including those that are inactive or apply only to other properties, and all taxes of
 * the property. Each kind is in the order in which its lines are shown. Deleted definitions are not included.
 */
const definitionsInBrief = z.object({
  surcharges: z.array(definitionInBrief),
  discounts: z.array(definitionInBrief),
  taxes: z.array(definitionInBrief),
});
export type DefinitionsInBrief = z.infer<typeof definitionsInBrief>;

/** The routes of the fees service for other services. */
export const feesInternalContract = internalContract('fees', {
  definitionsOfStay: {
    method: 'POST',
    path: '/internal/definitions/of-stay',
    body: stayOfDefinitions,
    responses: { 200: definitionsOfStay, ...commonErrors },
  },
  definitionsInBrief: {
    method: 'POST',
    path: '/internal/definitions/in-brief',
    body: placeOfDefinitions,
    responses: { 200: definitionsInBrief, ...commonErrors },
  },
});
