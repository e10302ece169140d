import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { writeHeaders } from '../shared/headers';
import { idInput } from '../shared/inputs';
import { changedSinceQuery, page } from '../shared/paging';
import { propertyFilter } from '../shared/property-filter';
import { commonErrors, noContent, writeErrors } from '../shared/responses';
import { tax, taxCreation, taxPatch } from './tax';

const contract = initContract();
const accountPath = z.object({ user_id: idInput });
const recordPath = accountPath.extend({ id: idInput });

const taxListQuery = changedSinceQuery.extend(propertyFilter);
export type TaxListQuery = z.output<typeof taxListQuery>;

/** The taxes of properties. Operators write them; integrations see only the charges that result. */
export const feesOperatorContract = contract.router({
  listTaxes: {
    method: 'GET',
    path: '/operator/accounts/:user_id/taxes',
    pathParams: accountPath,
    query: taxListQuery,
    responses: { 200: page(tax), ...commonErrors },
  },
  getTax: {
    method: 'GET',
    path: '/operator/accounts/:user_id/taxes/:id',
    pathParams: recordPath,
    responses: { 200: tax, ...commonErrors },
  },
  createTax: {
    method: 'POST',
    path: '/operator/accounts/:user_id/taxes',
    pathParams: accountPath,
    headers: writeHeaders,
    body: taxCreation,
    responses: { 200: tax, ...writeErrors },
  },
  updateTax: {
    method: 'PATCH',
    path: '/operator/accounts/:user_id/taxes/:id',
    pathParams: recordPath,
    headers: writeHeaders,
    body: taxPatch,
    responses: { 200: tax, ...writeErrors },
  },
  deleteTax: {
    method: 'DELETE',
    path: '/operator/accounts/:user_id/taxes/:id',
    pathParams: recordPath,
    headers: writeHeaders,
    responses: { 204: noContent, ...writeErrors },
  },
});
