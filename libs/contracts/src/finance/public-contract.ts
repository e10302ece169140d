import { initContract } from '../platform/ts-rest';
import type { z } from 'zod';
import { calendarDate } from '../shared/dates';
import { idInput, idPath, wordInput } from '../shared/inputs';
import { changedSinceQuery, page } from '../shared/paging';
import { propertyFilter } from '../shared/property-filter';
import { commonErrors, listErrors } from '../shared/responses';
import { deposit, fee, payment, recordStatuses, refund } from './records';

const contract = initContract();

/** The query of a list whose records have a date, such as `collected_utc`. */
const recordListQuery = (date: string) =>
  changedSinceQuery.extend({
    booking_id: idInput.optional().describe('Only records of this booking; of deposits, those with a line of it.'),
    ...propertyFilter,
    status: wordInput(recordStatuses).optional().describe('Only records with this status.'),
    from: calendarDate.optional().describe(`Only records whose ${date} is on this day, in UTC, or later.`),
    to: calendarDate.optional().describe(`Only records whose ${date} is on this day, in UTC, or earlier.`),
  });
const paymentListQuery = recordListQuery('`collected_utc`');
export type RecordListQuery = z.output<typeof paymentListQuery>;

/** The routes with which integrations read money records. They cannot write any. */
export const financePublicContract = contract.router({
  listPayments: {
    method: 'GET',
    path: '/v2/payments',
    query: paymentListQuery,
    summary: 'List payments',
    description:
      'What guests paid, or channels on their behalf, ordered by id. `from` and `to` filter by the day of collection; payments that were never completed have none. Integrations can read these records; the operator and their connectors write them. A mistake is voided, never deleted, so a record that was counted may later be `voided`.',
    responses: { 200: page(payment), ...listErrors },
  },
  getPayment: {
    method: 'GET',
    path: '/v2/payments/:id',
    pathParams: idPath('payment'),
    summary: 'Read a payment',
    description: 'One payment. The totals of its booking are `total_paid` and `total_owed` there.',
    responses: { 200: payment, ...commonErrors },
  },
  listRefunds: {
    method: 'GET',
    path: '/v2/refunds',
    query: recordListQuery('`paid_utc`'),
    summary: 'List refunds',
    description:
      'What was refunded to guests, ordered by id. `from` and `to` filter by the day on which the refund was paid. Integrations can read these records; the operator and their connectors write them. A mistake is voided, never deleted, so a record that was counted may later be `voided`.',
    responses: { 200: page(refund), ...listErrors },
  },
  getRefund: {
    method: 'GET',
    path: '/v2/refunds/:id',
    pathParams: idPath('refund'),
    summary: 'Read a refund',
    description: 'One refund. The total of its booking is `total_refunded` there.',
    responses: { 200: refund, ...commonErrors },
  },
  listFees: {
    method: 'GET',
    path: '/v2/fees',
    query: recordListQuery('completion'),
    summary: 'List fees',
    description:
      'What channels, payment providers and others took from the host for bookings, ordered by id. They are not charges of a guest: those are in `charges` of the booking, and their definitions at `v2/surcharges`. `from` and `to` filter by the day of completion. Integrations can read these records; the operator and their connectors write them. A mistake is voided, never deleted, so a record that was counted may later be `voided`.',
    responses: { 200: page(fee), ...listErrors },
  },
  getFee: {
    method: 'GET',
    path: '/v2/fees/:id',
    pathParams: idPath('fee'),
    summary: 'Read a fee',
    description: 'One fee. The total of its booking is `total_host_fees` there.',
    responses: { 200: fee, ...commonErrors },
  },
  listDeposits: {
    method: 'GET',
    path: '/v2/deposits',
    query: recordListQuery('`deposited_utc`'),
    summary: 'List deposits',
    description:
      'Payouts to bank accounts of the host with their lines, ordered by id. With `booking_id`, `property_id` or `property_ids`, those that have a line of the booking or property. `from` and `to` filter by the day of the deposit. Integrations can read these records; the operator and their connectors write them. A mistake is voided, never deleted, so a record that was counted may later be `voided`.',
    responses: { 200: page(deposit), ...listErrors },
  },
  getDeposit: {
    method: 'GET',
    path: '/v2/deposits/:id',
    pathParams: idPath('deposit'),
    summary: 'Read a deposit',
    description: 'One deposit with its lines, whose sum is its `amount`.',
    responses: { 200: deposit, ...commonErrors },
  },
});
