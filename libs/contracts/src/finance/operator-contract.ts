import { initContract } from '../platform/ts-rest';
import { z } from 'zod';
import { changeHeaders, writeHeaders } from '../shared/headers';
import { idInput } from '../shared/inputs';
import { page, pagingQuery } from '../shared/paging';
import { propertyFilter } from '../shared/property-filter';
import { changeErrors, commonErrors, writeErrors } from '../shared/responses';
import { completion, depositCreation, feeCreation, paymentCreation, refundCreation } from './record-input';
import { deposit, fee, payment, refund } from './records';
import { refundDue } from './refund-due';
import { statementRoutes } from './statement-routes';

const accountPath = z.object({ user_id: idInput.describe('Id of the account.') });
const recordPath = accountPath.extend({ id: idInput.describe('Id of the record.') });
/** The request needs no body. Clients may also send an empty object. */
const nothing = z.object({}).optional();

const repeatable = 'Repeating it has no effect.';

/** Creates the routes that create records of one kind and change their status. */
function recordRoutes<const Path extends string, RecordSchema extends z.ZodType, Creation extends z.ZodType>(
  path: Path,
  noun: string,
  rules: string,
  record: RecordSchema,
  creation: Creation,
) {
  const post = <const Suffix extends string, Params extends z.ZodType, Input extends z.ZodType>(
    suffix: Suffix,
    pathParams: Params,
    body: Input,
    summary: string,
    description: string,
  ) =>
    ({
      method: 'POST',
      path: `/operator/accounts/:user_id/${path}${suffix}`,
      pathParams,
      body,
      summary,
      description,
    }) as const;
  const change = <const Suffix extends string, Input extends z.ZodType>(
    suffix: Suffix,
    body: Input,
    summary: string,
    description: string,
  ) =>
    ({
      ...post(suffix, recordPath, body, summary, description),
      headers: changeHeaders,
      responses: { 200: record, ...changeErrors },
    }) as const;
  return {
    create: {
      ...post('', accountPath, creation, `Record a ${noun}`, rules),
      headers: writeHeaders,
      responses: { 200: record, ...writeErrors },
    },
    complete: change(
      '/:id/complete',
      completion.optional().describe('When it took effect. The body may be left out.'),
      `Complete a pending ${noun}`,
      repeatable,
    ),
    fail: change('/:id/fail', nothing, `Mark a ${noun} as failed`, repeatable),
    void: change(
      '/:id/void',
      nothing,
      `Void a ${noun}`,
      `For ${noun}s that were recorded by mistake; records are never deleted. ${repeatable}`,
    ),
  };
}

const refundsDueQuery = pagingQuery.extend(propertyFilter);
export type RefundsDueQuery = z.output<typeof refundsDueQuery>;

const payments = recordRoutes(
  'payments',
  'payment',
  'Accepted for a booking with any status. A pending booking becomes active when enough is paid.',
  payment,
  paymentCreation,
);
const refunds = recordRoutes(
  'refunds',
  'refund',
  'With a `payment_id`, the refunds of the payment cannot exceed it; more is a 400.',
  refund,
  refundCreation,
);
const fees = recordRoutes(
  'fees',
  'fee',
  'What a channel, a payment provider or another party took for a booking. It counts in `total_host_fees`.',
  fee,
  feeCreation,
);
const deposits = recordRoutes(
  'deposits',
  'deposit',
  'A payout with its lines. A record is in at most one deposit that is not voided or failed; more is a 409.',
  deposit,
  depositCreation,
);

/**
 * The routes with which operators and their connectors write money records. A repeated change of status has no effect.
 */
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
    summary: 'List bookings whose guests must get a refund',
    description:
      'The bookings with a negative `total_owed`, canceled or not, ordered by id, as of the latest event of each booking that finance has received.',
    responses: { 200: page(refundDue), ...commonErrors },
  },
  ...statementRoutes,
});
