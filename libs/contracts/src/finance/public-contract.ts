import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { calendarDate } from '../shared/dates';
import { idInput, wordInput } from '../shared/inputs';
import { changedSinceQuery, page } from '../shared/paging';
import { propertyFilter } from '../shared/property-filter';
import { commonErrors } from '../shared/responses';
import { deposit, fee, payment, recordStatuses, refund } from './records';

const contract = initContract();
const idPath = z.object({ id: idInput });

const recordListQuery = changedSinceQuery.extend({
  booking_id: idInput.optional(),
  ...propertyFilter,
  status: wordInput(recordStatuses).optional(),
  /** Collected, paid, deposited (fees: completed) on or after, and on or before; days in UTC. */
  from: calendarDate.optional(),
  to: calendarDate.optional(),
});
export type RecordListQuery = z.output<typeof recordListQuery>;

/** The money records that integrations can read. They cannot write any. */
export const financePublicContract = contract.router({
  listPayments: {
    method: 'GET',
    path: '/v2/payments',
    query: recordListQuery,
    summary: 'What guests paid, ordered by id',
    responses: { 200: page(payment), ...commonErrors },
  },
  getPayment: {
    method: 'GET',
    path: '/v2/payments/:id',
    pathParams: idPath,
    summary: 'One payment',
    responses: { 200: payment, ...commonErrors },
  },
  listRefunds: {
    method: 'GET',
    path: '/v2/refunds',
    query: recordListQuery,
    summary: 'What guests were paid back, ordered by id',
    responses: { 200: page(refund), ...commonErrors },
  },
  getRefund: {
    method: 'GET',
    path: '/v2/refunds/:id',
    pathParams: idPath,
    summary: 'One refund',
    responses: { 200: refund, ...commonErrors },
  },
  listFees: {
    method: 'GET',
    path: '/v2/fees',
    query: recordListQuery,
    summary: 'Fees on bookings, ordered by id',
    responses: { 200: page(fee), ...commonErrors },
  },
  getFee: {
    method: 'GET',
    path: '/v2/fees/:id',
    pathParams: idPath,
    summary: 'One fee on a booking',
    responses: { 200: fee, ...commonErrors },
  },
  listDeposits: {
    method: 'GET',
    path: '/v2/deposits',
    query: recordListQuery,
    summary: 'Deposits with their lines, ordered by id',
    responses: { 200: page(deposit), ...commonErrors },
  },
  getDeposit: {
    method: 'GET',
    path: '/v2/deposits/:id',
    pathParams: idPath,
    summary: 'One deposit',
    responses: { 200: deposit, ...commonErrors },
  },
});
