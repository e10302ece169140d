import type { RecordStatus } from '@keyhaven/contracts/finance/records';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { JobRequest } from '@keyhaven/persistence/plan-change';
import { FIRST_VERSION } from '@keyhaven/service/http/versioned';
import { notifyBookingOfRecord, notificationDue } from '../bookings/notify-booking';
import { type KnownBooking, knownBooking } from '../bookings/known-booking';
import type { FinanceStore } from '../store/finance-store';
import { exactMinor } from './amount-minor';
import type { FinancialBody } from '../store/financial-record.model';
import type { RecordsOf } from '../store/record-kinds';
import { job } from '../jobs';

/** The input that payments, refunds and fees have in common. */
interface RecordInput {
  booking_id: number;
  amount: number;
  currency_code?: string | undefined;
  status: RecordStatus;
  reference: string | null;
}

/** The parts of a record that depend on its kind. */
interface OwnParts<Details> {
  details: Details;
  /** When the money moved, if the request contains this time. */
  sent_utc: Date | undefined;
  /**
   * The currency of the payment to which the refund or fee belongs. Undefined without such a
   * payment.
   */
  paymentCurrency?: string | undefined;
  /** Jobs that run before the balance is computed. */
  jobs?: JobRequest[];
  /** Checks the amount and returns additional fields to store. @throws ApiError bad_request. */
  checkAmount?: (amountMinor: number, currencyCode: string) => Promise<{ refund_key?: string }>;
}

/**
 * Stores a payment, refund or fee. Before the request is answered, computes the booking's balance
 * and, if the record is completed, notifies the booking service. If the booking service is
 * unavailable, it receives the balance event later, and a payment is also sent again. During an
 * import, only the balance event notifies the booking service.
 * @throws ApiError bad_request, unavailable.
 */
export async function storeRecord<Details, Shown extends { id: number }>(
  store: FinanceStore,
  { kind, records }: RecordsOf<Details, Shown>,
  scope: AccountScope,
  input: RecordInput,
  ownParts: (booking: KnownBooking) => Promise<OwnParts<Details>>,
): Promise<{ record: Shown; version: number }> {
  const { document, record } = await records.create(scope, async () => {
    const booking = await knownBooking(store, scope, input.booking_id);
    const { details, sent_utc, paymentCurrency, jobs = [], checkAmount } = await ownParts(booking);
    const currency_code = currencyOf(input, paymentCurrency, booking);
    const amount_minor = exactMinor(input.amount, currency_code, 'amount');
    const after = {
      ...(await newRecord(store, scope, kind, input)),
      property_id: booking.property_id,
      booking_id: input.booking_id,
      amount_minor,
      currency_code,
      ...takesEffect(input.status, sent_utc),
      notify_due_utc: scope.together ? undefined : notificationDue(store, kind, input.status),
      details,
      ...(await checkAmount?.(amount_minor, currency_code)),
    };
    return { after, jobs: [...jobs, balanceJob(input.booking_id)] };
  });
  if (document?.status === 'completed' && !scope.together) await notifyBookingOfRecord(store, scope, kind, document);
  return { record, version: FIRST_VERSION };
}

/**
 * Returns the initial fields that records of all kinds have. The repository replaces the timestamps
 * and the version when it writes the record.
 */
export async function newRecord(
  store: FinanceStore,
  scope: AccountScope,
  kind: string,
  { status, reference }: Pick<RecordInput, 'status' | 'reference'>,
): Promise<
  Pick<
    FinancialBody<unknown>,
    '_id' | 'user_id' | 'version' | 'created_utc' | 'updated_utc' | 'status' | 'reference' | 'deposit_id' | 'journal'
  >
> {
  const now = new Date();
  return {
    _id: await store.ids.next(kind),
    user_id: scope.accountId,
    version: 0,
    created_utc: now,
    updated_utc: now,
    status,
    reference,
    deposit_id: null,
    journal: [{ status, recorded_utc: now }],
  };
}

/**
 * Returns the time at which a record takes effect. For a completed record, this is the time in the
 * request, or else now. For a pending record, the time is null until the record is completed, and
 * the time in the request is stored in `sent_utc`.
 */
export function takesEffect(
  status: RecordStatus,
  sent: Date | undefined,
): Pick<FinancialBody<unknown>, 'effective_utc' | 'sent_utc'> {
  if (status === 'completed') return { effective_utc: sent ?? new Date() };
  return { effective_utc: null, ...(sent && { sent_utc: sent }) };
}

export function balanceJob(bookingId: number): JobRequest {
  return job('compute_balance', { booking_id: bookingId });
}

/**
 * Returns the currency of the request, or else of the payment, or else of the booking. A refund or
 * fee of a payment may have the payment's currency, even if the booking's currency has changed.
 */
function currencyOf(
  { currency_code: sent }: RecordInput,
  ofPayment: string | undefined,
  { currency_code: ofBooking }: KnownBooking,
): string {
  const currency = sent ?? ofPayment ?? ofBooking;
  if (currency === null)
    throw new ApiError('bad_request', 'currency_code: is required, because the booking has no currency');
  if (ofBooking === null || currency === ofBooking || currency === ofPayment) return currency;
  throw new ApiError(
    'bad_request',
    `currency_code: ${currency} is not the currency of the booking; send the amount in ${ofBooking}`,
  );
}
