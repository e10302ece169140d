import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { writeHeaders } from '../shared/headers';
import { idInput } from '../shared/inputs';
import { page, pagingQuery } from '../shared/paging';
import { propertyFilter } from '../shared/property-filter';
import { commonErrors, writeErrors } from '../shared/responses';
import { completion, depositCreation, feeCreation, paymentCreation, refundCreation } from './record-input';
import { deposit, fee, payment, refund } from './records';
import { refundDue } from './refund-due';
import { statementRoutes } from './statement-routes';

const accountPath = z.object({ user_id: idInput });
const recordPath = accountPath.extend({ id: idInput });
/** Clients send an empty object, or nothing. */
const nothing = z.object({}).optional();

/** The routes that create records of one kind and change their status. */
function recordRoutes<const Path extends string, Shown extends z.ZodType, Creation extends z.ZodType>(
  path: Path,
  shown: Shown,
  creation: Creation,
) {
  const post = <const Suffix extends string, Params extends z.ZodType, Input extends z.ZodType>(
    suffix: Suffix,
    pathParams: Params,
    body: Input,
  ) =>
    ({
      method: 'POST',
      path: `/operator/accounts/:user_id/${path}${suffix}`,
      pathParams,
      headers: writeHeaders,
      body,
      responses: { 200: shown, ...writeErrors },
    }) as const;
  return {
    create: post('', accountPath, creation),
    complete: post('/:id/complete', recordPath, completion.optional()),
    fail: post('/:id/fail', recordPath, nothing),
    void: post('/:id/void', recordPath, nothing),
  };
}

const refundsDueQuery = pagingQuery.extend(propertyFilter);
export type RefundsDueQuery = z.output<typeof refundsDueQuery>;

const payments = recordRoutes('payments', payment, paymentCreation);
const refunds = recordRoutes('refunds', refund, refundCreation);
const fees = recordRoutes('fees', fee, feeCreation);
const deposits = recordRoutes('deposits', deposit, depositCreation);

/** The routes with which operators and their connectors write money records. Changes of status may be repeated. */
export const financeOperatorContract = initContract().router({
  recordPayment: payments.create,
  completePayment: payments.complete,
  failPayment: payments.fail,
  voidPayment: payments.void,
  recordRefund: refunds.create,
  completeRefund: refunds.complete,
  failRefund: refunds.fail,
  voidRefund: refunds.void,
  recordFee: fees.create,
  completeFee: fees.complete,
  failFee: fees.fail,
  voidFee: fees.void,
  makeDeposit: deposits.create,
  completeDeposit: deposits.complete,
  failDeposit: deposits.fail,
  voidDeposit: deposits.void,
  listRefundsDue: {
    method: 'GET',
    path: '/operator/accounts/:user_id/refunds_due',
    pathParams: accountPath,
    query: refundsDueQuery,
    summary: 'The bookings whose guests are to be paid back, ordered by id',
    responses: { 200: page(refundDue), ...commonErrors },
  },
  ...statementRoutes,
});
