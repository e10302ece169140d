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

/** The maximum number of attempts to record a refund, while other refunds of the same payment are recorded. */
const MAX_ATTEMPTS = 60;

/**
 * Checks that a refund does not exceed the refundable part of its payment (the part that was not
 * refunded yet). Returns a key to store with the refund. The key contains the number of refunds that
 * were read. A unique index refuses a second refund with the same key, so concurrent refunds cannot
 * exceed the payment. Only a new refund can reduce the refundable part: failed and voided refunds
 * never take effect again, and keep their keys.
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
      `amount: ${sent} is more than what remains of payment ${_id}; expected at most ${left} of ${paid} ${currency_code}`,
    );
  }
  return { refund_key: `${_id}/${refunds.length}` };
}

/** Explains why a payment cannot be refunded. Undefined if it can be refunded. */
export function unlessRefundable({ _id, status }: FinancialBody<unknown>): string | undefined {
  if (status === 'completed') return undefined;
  return `payment_id: payment ${_id} is ${status}; only a completed payment can be refunded`;
}

/** Refuses to void or fail a payment with pending or completed refunds. @throws ApiError conflict. */
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
    `payment ${payment._id} has pending or completed refunds: ${inForce.join(', ')}; void them first`,
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
 * Repeats the attempt to record a refund if another refund of the same payment was recorded first.
 * @throws ApiError unavailable after too many attempts.
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
