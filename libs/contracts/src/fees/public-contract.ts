import { initContract } from '../platform/ts-rest';
import { z } from 'zod';
import { changeHeaders, writeHeaders } from '../shared/headers';
import { activeQuery, booleanQuery, idPath, listedIn, wordInput } from '../shared/inputs';
import { changedSinceQuery, page } from '../shared/paging';
import { propertyFilter } from '../shared/property-filter';
import { commonErrors, createErrors, listErrors, noContent, plainChangeErrors } from '../shared/responses';
import { type DefinitionType, discount, surcharge } from './definition';
import {
  discountCreation,
  discountPatch,
  discountType,
  surchargeCreation,
  surchargePatch,
  surchargeType,
} from './definition-input';
import { chargeCategories, chargeModes, discountTypes, surchargeTypes } from './definition-words';
import { legacySurcharge } from './legacy-surcharge';

const contract = initContract();
const surchargePath = idPath('surcharge');
const discountPath = idPath('discount');

/**
 * A filter by types in a query. The parameter may be repeated, and may list types separated by commas. If no type is
 * sent, all types match.
 */
function typesInput<Type extends DefinitionType>(type: z.ZodType<Type, string>, words: readonly Type[]) {
  return z
    .union([z.string(), z.array(z.string())], { error: 'expected types, separated by commas' })
    .transform((sent, context): Type[] | undefined => {
      const read = listedIn(sent).map((word) => type.safeParse(word));
      const faults = new Set(read.flatMap(({ error }) => error?.issues[0]?.message ?? []));
      for (const message of faults) context.addIssue({ code: 'custom', message });
      const types = new Set(read.flatMap(({ data }) => data ?? []));
      return types.size === 0 ? undefined : [...types];
    })
    .meta({ type: 'array', items: { type: 'string', enum: [...words] } });
}

const listQuery = changedSinceQuery.extend({
  active: activeQuery
    .default(true)
    .describe('`true` (the default): only active ones. `false`: only inactive ones. `all`: both.'),
  category: wordInput(chargeCategories).optional().describe('Only those of this category.'),
  mode: wordInput(chargeModes).optional().describe('Only those with this mode.'),
  ...propertyFilter,
  include_deleted: booleanQuery
    .default(false)
    .describe('True: also those that were deleted in the last 90 days, with `deleted_utc`. By default false.'),
});
const surchargeListQuery = listQuery.extend({
  type: typesInput(surchargeType, surchargeTypes)
    .optional()
    .describe('Only those of these types, separated by commas or repeated.'),
});
const discountListQuery = listQuery.extend({
  type: typesInput(discountType, discountTypes)
    .optional()
    .describe('Only those of these types, separated by commas or repeated.'),
});
export type DefinitionListQuery = z.output<typeof surchargeListQuery> | z.output<typeof discountListQuery>;

/** The routes of the fees service for integrations, through the gateway. */
export const feesPublicContract = contract.router({
  listSurcharges: {
    method: 'GET',
    path: '/v2/surcharges',
    query: surchargeListQuery,
    summary: 'List surcharges',
    description:
      'The surcharges of the account, ordered by id: the active ones, unless `active` says otherwise. With `property_id` or `property_ids`, those that can apply to one of these properties, including those for all properties. The filters can be combined. Rate adjusters are among them.',
    responses: { 200: page(surcharge), ...listErrors },
  },
  getSurcharge: {
    method: 'GET',
    path: '/v2/surcharges/:id',
    pathParams: surchargePath,
    summary: 'Read a surcharge',
    description:
      'One surcharge with its scope, criteria and bands. The ids of discounts and deleted surcharges are not found here.',
    responses: { 200: surcharge, ...commonErrors },
  },
  createSurcharge: {
    method: 'POST',
    path: '/v2/surcharges',
    headers: writeHeaders,
    body: surchargeCreation,
    summary: 'Create a surcharge',
    description: [
      'Adds a fee or a rate adjuster. `type` and `description` are required; other fields get the defaults of the type. If no `mode` is sent, it is that of the type, unless only values of the other kind are sent: then it is `percent_of_rent` with a percentage, and `per_night` with an amount of a rate adjuster.',
      'The ids of properties, listing sites and seasons must be of the account. Amounts must not be negative, except for rate adjusters. Types of discounts are refused: use `/v2/discounts`. It applies to quotes and to charges that are generated from now on; existing charges do not change. An account has at most 2,000 surcharges.',
    ].join('\n\n'),
    responses: { 200: surcharge, ...createErrors },
  },
  updateSurcharge: {
    method: 'PATCH',
    path: '/v2/surcharges/:id',
    pathParams: surchargePath,
    headers: changeHeaders,
    body: surchargePatch,
    summary: 'Change a surcharge',
    description:
      'Only the sent fields change. `amounts`, `criteria` and lists of ids are replaced as a whole; null removes them. The type cannot change. Existing charges do not change.',
    responses: { 200: surcharge, ...plainChangeErrors },
  },
  deleteSurcharge: {
    method: 'DELETE',
    path: '/v2/surcharges/:id',
    pathParams: surchargePath,
    headers: changeHeaders,
    summary: 'Delete a surcharge',
    description:
      'It is not charged on new quotes and bookings any more. Existing charges do not change. Lists with `include_deleted=true` contain it for 90 days.',
    responses: { 204: noContent, ...plainChangeErrors },
  },
  getLegacySurcharge: {
    method: 'GET',
    path: '/v1/surcharges/:id',
    pathParams: surchargePath,
    summary: 'Read a surcharge (version 1)',
    description:
      'One surcharge, with its fields in camelCase, for programs of version 1. In version 2: `GET /v2/surcharges/{id}`.',
    responses: { 200: legacySurcharge, ...commonErrors },
  },
  listDiscounts: {
    method: 'GET',
    path: '/v2/discounts',
    query: discountListQuery,
    summary: 'List discounts',
    description:
      'The discounts of the account, ordered by id: the active ones, unless `active` says otherwise. With `property_id` or `property_ids`, those that can apply to one of these properties, including those for all properties. The filters can be combined.',
    responses: { 200: page(discount), ...listErrors },
  },
  getDiscount: {
    method: 'GET',
    path: '/v2/discounts/:id',
    pathParams: discountPath,
    summary: 'Read a discount',
    description:
      'One discount with its scope, criteria and bands. The ids of surcharges and deleted discounts are not found here.',
    responses: { 200: discount, ...commonErrors },
  },
  createDiscount: {
    method: 'POST',
    path: '/v2/discounts',
    headers: writeHeaders,
    body: discountCreation,
    summary: 'Create a discount',
    description: [
      'Adds a discount. `type` and `description` are required; other fields get the defaults of the type. If no `mode` is sent, it is `percent_of_rent`, or `per_stay` if only amounts are sent.',
      'Amounts and percentages are positive. Of the discounts that match a stay and are not `is_combinable`, only the one that takes off most applies. With `criteria.discount_code`, a discount applies only to quotes and bookings that are sent with this code. Types of surcharges are refused: use `/v2/surcharges`. It applies to quotes and to charges that are generated from now on; existing charges do not change. An account has at most 2,000 discounts.',
    ].join('\n\n'),
    responses: { 200: discount, ...createErrors },
  },
  updateDiscount: {
    method: 'PATCH',
    path: '/v2/discounts/:id',
    pathParams: discountPath,
    headers: changeHeaders,
    body: discountPatch,
    summary: 'Change a discount',
    description:
      'Only the sent fields change. `amounts`, `criteria` and lists of ids are replaced as a whole; null removes them. The type cannot change. Existing charges do not change.',
    responses: { 200: discount, ...plainChangeErrors },
  },
  deleteDiscount: {
    method: 'DELETE',
    path: '/v2/discounts/:id',
    pathParams: discountPath,
    headers: changeHeaders,
    summary: 'Delete a discount',
    description:
      'It is not applied to new quotes and bookings any more. Existing charges do not change. Lists with `include_deleted=true` contain it for 90 days.',
    responses: { 204: noContent, ...plainChangeErrors },
  },
});
