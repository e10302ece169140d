import { z } from 'zod';
import { changeHeaders, writeHeaders } from '../shared/headers';
import { idInput } from '../shared/inputs';
import { changeErrors, commonErrors, writeErrors } from '../shared/responses';
import {
  accountingEntry,
  monthInput,
  ownerEntry,
  ownerEntryCreation,
  statement,
  statementSettings,
  statementSettingsPatch,
} from './statement';

const accountPath = z.object({ user_id: idInput.describe('Id of the account.') });
const monthOf = (month: string) => z.object({ month: monthInput.describe(month) });

const statements = z.object({ items: z.array(statement).describe('One statement for each currency.') });
const accountingEntries = z.object({ items: z.array(accountingEntry).describe('The entries, ordered by date.') });

/** The routes for owner statements, expenses and payouts of owners, and the accounting feed. */
export const statementRoutes = {
  getStatements: {
    method: 'GET',
    path: '/operator/accounts/:user_id/statements',
    pathParams: accountPath,
    query: monthOf('The month of the statements, `yyyy-mm`.').extend({
      owner_id: idInput.describe('Id of the owner.'),
    }),
    summary: "Read an owner's statements for a month",
    description:
      'One for each currency: opening balance, bookings with charges and shares, host fees, expenses, payouts, adjustments, closing balance.',
    responses: { 200: statements, ...commonErrors },
  },
  closeStatements: {
    method: 'POST',
    path: '/operator/accounts/:user_id/statements/close',
    pathParams: accountPath,
    headers: changeHeaders,
    body: monthOf('The last month to close, `yyyy-mm`. It must be over.'),
    summary: 'Close statements up to a month',
    description:
      'Freezes the statements of all owners up to the month. Later changes become adjustments in the first open month. Closing a closed month has no effect.',
    responses: { 200: statementSettings, ...changeErrors },
  },
  getStatementSettings: {
    method: 'GET',
    path: '/operator/accounts/:user_id/statement_settings',
    pathParams: accountPath,
    summary: 'Read the statement settings of an account',
    description: 'Settings that were never written have their defaults.',
    responses: { 200: statementSettings, ...commonErrors },
  },
  updateStatementSettings: {
    method: 'PATCH',
    path: '/operator/accounts/:user_id/statement_settings',
    pathParams: accountPath,
    headers: changeHeaders,
    body: statementSettingsPatch,
    summary: 'Change the statement settings of an account',
    description: 'Only the sent fields change. Closed months do not change; the difference becomes adjustments.',
    responses: { 200: statementSettings, ...changeErrors },
  },
  recordOwnerEntry: {
    method: 'POST',
    path: '/operator/accounts/:user_id/owner_entries',
    pathParams: accountPath,
    headers: writeHeaders,
    body: ownerEntryCreation,
    summary: 'Record an expense of an owner, or a payout to one',
    description: 'The owner must be of the account, and cannot be deleted as long as anything is recorded.',
    responses: { 200: ownerEntry, ...writeErrors },
  },
  voidOwnerEntry: {
    method: 'POST',
    path: '/operator/accounts/:user_id/owner_entries/:id/void',
    pathParams: accountPath.extend({ id: idInput.describe('Id of the expense or payout.') }),
    headers: changeHeaders,
    body: z.object({}).optional(),
    summary: 'Void an expense or payout',
    description: 'Repeating it has no effect.',
    responses: { 200: ownerEntry, ...changeErrors },
  },
  listAccountingEntries: {
    method: 'GET',
    path: '/operator/accounts/:user_id/accounting_entries',
    pathParams: accountPath,
    query: monthOf('The month of the entries, `yyyy-mm`.'),
    summary: 'List the balanced entries of a month',
    description:
      'For an accounting program, computed from the current records. A record that was voided or failed after it was completed has a second entry that reverses it.',
    responses: { 200: accountingEntries, ...commonErrors },
  },
} as const;
