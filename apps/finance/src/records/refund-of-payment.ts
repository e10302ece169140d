import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { isDuplicateKey, isDuplicateOf } from '@keyhaven/persistence/duplicate-key';
import { fromMinor } from '@keyhaven/stays/money';
import type { FinanceStore } from '../store/finance-store';
import { isInForce } from './domain/status-rules';
import {
  bookingOf,
  type FinancialBody,
  type PaymentDetails,
  type RefundDetails,
} from '../store/financial-record.model';
import { readAll } from '../store/read-all';

/** How often a refund is checked again when others of the same payment are recorded at the same time. */
const MAX_ATTEMPTS = 60;

/**
 * Checks a refund against what is left of its payment, and returns the key to store it under. The key counts the
 * refunds of the payment that were read here. A unique index refuses a second refund that read the same ones, so
 * refunds never exceed their payment. What is left never shrinks in another way: failed and voided refunds stay so, and
 * keep their keys.
 * @throws ApiError bad_request.
 */
export async function refundOf(
  store: FinanceStore,
  scope: AccountScope,
  payment: FinancialBody<PaymentDetails>,
  amountMinor: number,
  currencyCode: string,
): Promise<{ refund_key: string }> {
  const { _id, currency_code, amount_minor } = payment;
  const fault = unlessRefundable(payment);
  if (fault) throw new ApiError('bad_request', fault);
  if (currencyCode !== currency_code) {
    throw new ApiError(
      'bad_request',
      `currency_code: ${currencyCode} is not the currency of payment ${_id}; expected ${currency_code}`,
    );
  }
  const refunds = await refundsOf(store, scope, payment);
  const refunded = refunds
    .filter((refund) => isInForce(refund.status))
    .reduce((sum, refund) => sum + refund.amount_minor, 0);
  if (amountMinor > amount_minor - refunded) {
    const [sent, left, paid] = [amountMinor, amount_minor - refunded, amount_minor].map((minor) =>
      fromMinor(minor, currency_code),
    );
    throw new ApiError(
      'bad_request',
      `amount: ${sent} is more than what is left of payment ${_id}; expected at most ${left} of ${paid} ${currency_code}`,
    );
  }
  return { refund_key: `${_id}/${refunds.length}` };
}

/** Says why a payment cannot be refunded; undefined if it can. */
export function unlessRefundable({ _id, status }: FinancialBody<unknown>): string | undefined {
  if (status === 'completed') return undefined;
  return `payment_id: payment ${_id} is ${status}; only a completed payment can be refunded`;
}

/** Refuses to void or fail a payment that has pending or completed refunds. @throws ApiError conflict. */
export async function assertNotRefunded(
  store: FinanceStore,
  scope: AccountScope,
  payment: FinancialBody<unknown>,
): Promise<void> {
  const refunds = await refundsOf(store, scope, payment);
  const inForce = refunds.filter(({ status }) => isInForce(status)).map(({ _id }) => _id);
  if (inForce.length === 0) return;
  throw new ApiError(
    'conflict',
    `payment ${payment._id} has refunds in force: ${inForce.join(', ')}; void those first`,
  );
}

function refundsOf(
  store: FinanceStore,
  scope: AccountScope,
  payment: FinancialBody<unknown>,
): Promise<FinancialBody<RefundDetails>[]> {
  const ofPayment = { booking_id: bookingOf(payment), 'details.payment_id': payment._id };
  return readAll(store.refunds.records, scope, ofPayment);
}

/**
 * Repeats the check when another refund of the same payment was recorded first. @throws ApiError unavailable when too
 * many concurrent requests record refunds of the payment.
 */
export async function afterOtherRefunds<Recorded>(record: () => Promise<Recorded>): Promise<Recorded> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    try {
      return await record();
    } catch (error) {
      if (!isDuplicateKey(error) || !isDuplicateOf(error, 'refund_key')) throw error;
      await sleep(Math.random() * Math.min(2 ** attempt, 50));
    }
  }
  throw new ApiError(
    'unavailable',
    'payment_id: other refunds of this payment are being recorded; try again in 1 second',
    {
      'Retry-After': '1',
    },
  );
}
