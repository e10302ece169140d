import { z } from 'zod';
import { writeHeaders } from '../shared/headers';
import { idInput } from '../shared/inputs';
import { commonErrors, writeErrors } from '../shared/responses';
import {
  accountingEntry,
  monthInput,
  ownerEntry,
  ownerEntryCreation,
  statement,
  statementSettings,
  statementSettingsPatch,
} from './statement';

const accountPath = z.object({ user_id: idInput });
const closing = z.object({ month: monthInput });

/** Owner statements, their entries besides bookings, and the accounting feed. */
export const statementRoutes = {
  getStatements: {
    method: 'GET',
    path: '/operator/accounts/:user_id/statements',
    pathParams: accountPath,
    query: z.object({ owner_id: idInput, month: monthInput }),
    summary: 'The statements of an owner for a month, one for each currency',
    responses: { 200: z.object({ items: z.array(statement) }), ...commonErrors },
  },
  closeStatements: {
    method: 'POST',
    path: '/operator/accounts/:user_id/statements/close',
    pathParams: accountPath,
    headers: writeHeaders,
    body: closing,
    summary: 'Freezes the statements of all owners up to a month',
    responses: { 200: statementSettings, ...writeErrors },
  },
  getStatementSettings: {
    method: 'GET',
    path: '/operator/accounts/:user_id/statement_settings',
    pathParams: accountPath,
    responses: { 200: statementSettings, ...commonErrors },
  },
  updateStatementSettings: {
    method: 'PATCH',
    path: '/operator/accounts/:user_id/statement_settings',
    pathParams: accountPath,
    headers: writeHeaders,
    body: statementSettingsPatch,
    responses: { 200: statementSettings, ...writeErrors },
  },
  recordOwnerEntry: {
    method: 'POST',
    path: '/operator/accounts/:user_id/owner_entries',
    pathParams: accountPath,
    headers: writeHeaders,
    body: ownerEntryCreation,
    summary: 'An expense of an owner, or a payout to one',
    responses: { 200: ownerEntry, ...writeErrors },
  },
  voidOwnerEntry: {
    method: 'POST',
    path: '/operator/accounts/:user_id/owner_entries/:id/void',
    pathParams: accountPath.extend({ id: idInput }),
    headers: writeHeaders,
    body: z.object({}).optional(),
    responses: { 200: ownerEntry, ...writeErrors },
  },
  listAccountingEntries: {
    method: 'GET',
    path: '/operator/accounts/:user_id/accounting_entries',
    pathParams: accountPath,
    query: closing,
    summary: 'The balanced entries of a month, for an accounting program',
    responses: { 200: z.object({ items: z.array(accountingEntry) }), ...commonErrors },
  },
} as const;
