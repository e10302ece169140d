import { initContract } from '../platform/ts-rest';
import { z } from 'zod';
import { changeHeaders, writeHeaders } from '../shared/headers';
import { idInput } from '../shared/inputs';
import { changedSinceQuery, page } from '../shared/paging';
import { propertyFilter } from '../shared/property-filter';
import { changeErrors, commonErrors, noContent, writeErrors } from '../shared/responses';
import { tax, taxCreation, taxPatch } from './tax';

const contract = initContract();
const accountPath = z.object({ user_id: idInput.describe('Id of the account.') });
const recordPath = accountPath.extend({ id: idInput.describe('Id of the tax.') });

const taxListQuery = changedSinceQuery.extend(propertyFilter);
export type TaxListQuery = z.output<typeof taxListQuery>;

/** The tax routes for operators. Integrations see only the resulting charges. */
export const feesOperatorContract = contract.router({
  listTaxes: {
    method: 'GET',
    path: '/operator/accounts/:user_id/taxes',
    pathParams: accountPath,
    query: taxListQuery,
    summary: 'List taxes',
    description: 'Ordered by id. `property_id` or `property_ids` selects the taxes of these properties.',
    responses: { 200: page(tax), ...commonErrors },
  },
  getTax: {
    method: 'GET',
    path: '/operator/accounts/:user_id/taxes/:id',
    pathParams: recordPath,
    summary: 'Read a tax',
    description: 'A deleted tax is a 404.',
    responses: { 200: tax, ...commonErrors },
  },
  createTax: {
    method: 'POST',
    path: '/operator/accounts/:user_id/taxes',
    pathParams: accountPath,
    headers: writeHeaders,
    body: taxCreation,
    summary: 'Create a tax of a property',
    description: 'A property has at most 50 taxes. Existing charges do not change.',
    responses: { 200: tax, ...writeErrors },
  },
  updateTax: {
    method: 'PATCH',
    path: '/operator/accounts/:user_id/taxes/:id',
    pathParams: recordPath,
    headers: changeHeaders,
    body: taxPatch,
    summary: 'Change a tax',
    description: 'Only the sent fields change. Lists are replaced as a whole. Existing charges do not change.',
    responses: { 200: tax, ...changeErrors },
  },
  deleteTax: {
    method: 'DELETE',
    path: '/operator/accounts/:user_id/taxes/:id',
    pathParams: recordPath,
    headers: changeHeaders,
    summary: 'Delete a tax',
    description: 'Existing charges do not change.',
    responses: { 204: noContent, ...changeErrors },
  },
});
