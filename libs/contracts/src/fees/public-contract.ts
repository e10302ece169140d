import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { writeHeaders } from '../shared/headers';
import { activeQuery, booleanQuery, idInput, wordInput } from '../shared/inputs';
import { changedSinceQuery, page } from '../shared/paging';
import { propertyFilter } from '../shared/property-filter';
import { commonErrors, noContent, writeErrors } from '../shared/responses';
import { type DefinitionType, discount, surcharge } from './definition';
import {
  discountCreation,
  discountPatch,
  discountType,
  surchargeCreation,
  surchargePatch,
  surchargeType,
} from './definition-input';
import { chargeCategories, chargeModes } from './definition-words';
import { legacySurcharge } from './legacy-surcharge';

const contract = initContract();
const idPath = z.object({ id: idInput });

/** Types in a query: the parameter may be repeated, and may list types separated by commas. */
function typesInput<Type extends DefinitionType>(type: z.ZodType<Type, string>) {
  return z
    .union([z.string(), z.array(z.string())], { error: 'expected types, separated by commas' })
    .transform((sent, context): Type[] => {
      const types: Type[] = [];
      for (const word of [sent].flat().flatMap((part) => part.split(','))) {
        const found = type.safeParse(word);
        if (found.success) types.push(found.data);
        else context.addIssue({ code: 'custom', message: found.error.issues[0]!.message });
      }
      return types;
    });
}

const listQuery = changedSinceQuery.extend({
  active: activeQuery.default(true),
  category: wordInput(chargeCategories).optional(),
  mode: wordInput(chargeModes).optional(),
  ...propertyFilter,
  include_deleted: booleanQuery.default(false),
});
const surchargeListQuery = listQuery.extend({ type: typesInput(surchargeType).optional() });
const discountListQuery = listQuery.extend({ type: typesInput(discountType).optional() });
export type DefinitionListQuery = z.output<typeof surchargeListQuery> | z.output<typeof discountListQuery>;

/** The routes of the fees service for integrations, through the gateway. */
export const feesPublicContract = contract.router({
  listSurcharges: {
    method: 'GET',
    path: '/v2/surcharges',
    query: surchargeListQuery,
    summary: 'Surcharges, ordered by id; with property_id those that can apply to the property',
    responses: { 200: page(surcharge), ...commonErrors },
  },
  getSurcharge: {
    method: 'GET',
    path: '/v2/surcharges/:id',
    pathParams: idPath,
    summary: 'One surcharge',
    responses: { 200: surcharge, ...commonErrors },
  },
  createSurcharge: {
    method: 'POST',
    path: '/v2/surcharges',
    headers: writeHeaders,
    body: surchargeCreation,
    summary: 'Add a surcharge; omitted fields get the defaults of its type',
    responses: { 200: surcharge, ...writeErrors },
  },
  updateSurcharge: {
    method: 'PATCH',
    path: '/v2/surcharges/:id',
    pathParams: idPath,
    headers: writeHeaders,
    body: surchargePatch,
    summary: 'Change a surcharge; fields that are not sent stay, lists and criteria are replaced as a whole',
    responses: { 200: surcharge, ...writeErrors },
  },
  deleteSurcharge: {
    method: 'DELETE',
    path: '/v2/surcharges/:id',
    pathParams: idPath,
    headers: writeHeaders,
    summary: 'Delete a surcharge; charges that were made with it stay',
    responses: { 204: noContent, ...writeErrors },
  },
  getLegacySurcharge: {
    method: 'GET',
    path: '/v1/surcharges/:id',
    pathParams: idPath,
    summary: 'One surcharge, in camelCase',
    responses: { 200: legacySurcharge, ...commonErrors },
  },
  listDiscounts: {
    method: 'GET',
    path: '/v2/discounts',
    query: discountListQuery,
    summary: 'Discounts, ordered by id; with property_id those that can apply to the property',
    responses: { 200: page(discount), ...commonErrors },
  },
  getDiscount: {
    method: 'GET',
    path: '/v2/discounts/:id',
    pathParams: idPath,
    summary: 'One discount',
    responses: { 200: discount, ...commonErrors },
  },
  createDiscount: {
    method: 'POST',
    path: '/v2/discounts',
    headers: writeHeaders,
    body: discountCreation,
    summary: 'Add a discount; omitted fields get the defaults of its type',
    responses: { 200: discount, ...writeErrors },
  },
  updateDiscount: {
    method: 'PATCH',
    path: '/v2/discounts/:id',
    pathParams: idPath,
    headers: writeHeaders,
    body: discountPatch,
    summary: 'Change a discount; fields that are not sent stay, lists and criteria are replaced as a whole',
    responses: { 200: discount, ...writeErrors },
  },
  deleteDiscount: {
    method: 'DELETE',
    path: '/v2/discounts/:id',
    pathParams: idPath,
    headers: writeHeaders,
    summary: 'Delete a discount; charges that were made with it stay',
    responses: { 204: noContent, ...writeErrors },
  },
});
