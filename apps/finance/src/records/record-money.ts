import type { FeeCreation, PaymentCreation, RefundCreation } from '@keyhaven/contracts/finance/record-input';
import type { Fee, Payment, Refund } from '@keyhaven/contracts/finance/records';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { knownGuest } from '../bookings/known-guest';
import type { FinanceStore } from '../store/finance-store';
import { job } from '../jobs';
import type { FinancialBody, PaymentDetails } from '../store/financial-record.model';
import { afterOtherRefunds, refundOf } from './refund-of-payment';
import { storeRecord } from './store-record';

/** Records a guest's payment for a booking. The booking may have any status. */
export function recordPayment(
  store: FinanceStore,
  scope: AccountScope,
  input: PaymentCreation,
): Promise<{ record: Payment; version: number }> {
  const { method, kind, collected_utc } = input;
  return storeRecord(store, store.payments, scope, input, async (booking) => {
    const guest_id = await knownGuest(store, scope, input.guest_id, booking);
    return { details: { guest_id, method, kind }, sent_utc: collected_utc };
  });
}

/**
 * Records a refund to a guest. A refund of a payment has the payment's kind. All refunds of a payment together cannot
 * exceed the payment.
 * @throws ApiError bad_request, unavailable.
 */
export function recordRefund(
  store: FinanceStore,
  scope: AccountScope,
  input: RefundCreation,
): Promise<{ record: Refund; version: number }> {
  const { payment_id, reason, paid_utc } = input;
  return afterOtherRefunds(() =>
    storeRecord(store, store.refunds, scope, input, async () => {
      const payment = await namedPayment(store, scope, input);
      const kind = input.kind ?? payment?.details.kind ?? 'charge';
      if (payment && payment.details.kind !== kind) {
        const message = `kind: ${kind} is not accepted; payment ${payment_id} is a ${payment.details.kind}`;
        throw new ApiError('bad_request', message);
      }
      const details = { payment_id, kind, reason };
      if (!payment) return { details, sent_utc: paid_utc };
      return {
        details,
        sent_utc: paid_utc,
        paymentCurrency: payment.currency_code,
        jobs: [job('recheck_refund', {})],
        checkAmount: (amountMinor, currencyCode) => refundOf(store, scope, payment, amountMinor, currencyCode),
      };
    }),
  );
}

/** Records a fee that a third party charged for a booking. */
export function recordFee(
  store: FinanceStore,
  scope: AccountScope,
  input: FeeCreation,
): Promise<{ record: Fee; version: number }> {
  const { payment_id, type, completed_utc } = input;
  return storeRecord(store, store.fees, scope, input, async () => {
    const payment = await namedPayment(store, scope, input);
    return { details: { type, payment_id }, sent_utc: completed_utc, paymentCurrency: payment?.currency_code };
  });
}

/**
 * Reads the payment that the request refers to.
 * @throws ApiError bad_request if the payment does not belong to the booking.
 */
async function namedPayment(
  store: FinanceStore,
  scope: AccountScope,
  { booking_id, payment_id }: { booking_id: number; payment_id: number | null },
): Promise<FinancialBody<PaymentDetails> | undefined> {
  if (payment_id === null) return undefined;
  const payment = await store.payments.records.findOne(scope, { _id: payment_id });
  if (payment?.booking_id === booking_id) return payment;
  throw new ApiError('bad_request', `payment_id: booking ${booking_id} has no payment ${payment_id}`);
}
