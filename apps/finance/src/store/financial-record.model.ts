import type {
  DepositLine,
  FeeType,
  PaymentKind,
  PaymentMethod,
  RecordStatus,
} from '@keyhaven/contracts/finance/records';
import { type Body, type RecordDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import { type Connection, type Model, Schema } from 'mongoose';

/** A change of a record's status. Entries are only appended. */
export interface JournalEntry {
  status: RecordStatus;
  /** When the status was set, by the clock of the process that set it. */
  recorded_utc: Date;
}

/**
 * A payment, refund, fee or deposit. The id of a record never changes. The status changes in place.
 */
export interface FinancialDocument<Details> extends RecordDocument {
  property_id: number | null;
  booking_id: number | null;
  /**
   * The amount in minor units of the currency. The amount of a deposit can be negative. The amounts
   * of all other records are positive.
   */
  amount_minor: number;
  currency_code: string;
  status: RecordStatus;
  reference: string | null;
  /** When the money was collected, paid or deposited. Null until the record is completed. */
  effective_utc: Date | null;
  /** For records that were created pending: the time of collection, payment or deposit in the request. */
  sent_utc?: Date;
  /** The deposit that pays out this record. */
  deposit_id: number | null;
  /** An entry is appended in the same write as the status. */
  journal: JournalEntry[];
  details: Details;
  /**
   * For a deposit in force (pending or completed): the keys of the records that the deposit pays
   * out.
   */
  line_keys?: string[];
  /** For refunds of a payment: the payment's id, and the number of refunds of this payment that existed before. */
  refund_key?: string;
  /**
   * For a completed payment that the booking service has not acknowledged: when the payment is sent
   * again.
   */
  notify_due_utc?: Date | undefined;
}
export type FinancialBody<Details> = Body<FinancialDocument<Details>>;

export interface PaymentDetails {
  guest_id: number | null;
  method: PaymentMethod;
  kind: PaymentKind;
}
export interface RefundDetails {
  payment_id: number | null;
  kind: PaymentKind;
  reason: string | null;
}
export interface FeeDetails {
  type: FeeType;
  payment_id: number | null;
}
/**
 * A stored line of a deposit. Its amount is in minor units, and its property is the property of the record that the
 * line pays out.
 */
export interface StoredLine extends Omit<DepositLine, 'amount' | 'source_amount' | 'source_currency_code'> {
  property_id: number | null;
  amount_minor: number;
  /** The record's own amount and currency, if its currency differs from the deposit's. */
  source: { amount_minor: number; currency_code: string } | null;
}
export interface DepositDetails {
  account: string;
  lines: StoredLine[];
}

export type RecordCollection = 'payments' | 'refunds' | 'fees' | 'deposits';

export function financialModel<Details>(
  connection: Connection,
  collection: RecordCollection,
): Model<FinancialDocument<Details>> {
  const mixed = Schema.Types.Mixed;
  const schema = tenantSchema<FinancialDocument<Details>>(collection, {
    property_id: Number,
    booking_id: Number,
    amount_minor: Number,
    currency_code: String,
    status: String,
    reference: String,
    effective_utc: Date,
    sent_utc: Date,
    deposit_id: Number,
    journal: [mixed],
    details: mixed,
    line_keys: { type: [String], default: undefined },
    refund_key: String,
    notify_due_utc: Date,
  })
    // Serves lists by booking, and the computation of balances.
    .index({ user_id: 1, booking_id: 1, _id: 1 })
    // Serves lists by property, ordered by id.
    .index({ user_id: 1, property_id: 1, _id: 1 })
    // Serves lists with since_utc.
    .index({ user_id: 1, updated_utc: 1 })
    // Serves lists by date, and the accounting feed.
    .index({ user_id: 1, effective_utc: 1 })
    // Serves the accounting feed: records that were voided or failed in a month.
    .index({ user_id: 1, 'journal.recorded_utc': 1 });
  if (collection === 'payments') {
    // Serves the sweep, which searches all accounts for payments that the booking service has not
    // acknowledged.
    schema.index({ notify_due_utc: 1 }, { partialFilterExpression: { notify_due_utc: { $exists: true } } });
  }
  if (collection === 'refunds') {
    // Serializes the refunds of a payment: two refunds that read the same earlier refunds get the same key, so only one
    // of them is stored.
    schema.index(
      { user_id: 1, refund_key: 1 },
      { unique: true, partialFilterExpression: { refund_key: { $exists: true } } },
    );
  }
  if (collection === 'deposits') {
    schema
      // A record is paid out only once: the key of the record can be in only one deposit in force
      // (pending or completed).
      .index({ user_id: 1, line_keys: 1 }, { unique: true, partialFilterExpression: { line_keys: { $exists: true } } })
      // Serves lists of deposits by booking and by property of their lines.
      .index({ user_id: 1, 'details.lines.booking_id': 1 })
      .index({ user_id: 1, 'details.lines.property_id': 1 });
  }
  return connection.model<FinancialDocument<Details>>(collection, schema);
}

/** The id of the booking of a payment, refund or fee. */
export function bookingOf({ _id, booking_id }: Pick<FinancialBody<unknown>, '_id' | 'booking_id'>): number {
  if (booking_id === null) throw new Error(`record ${_id} has no booking`);
  return booking_id;
}
