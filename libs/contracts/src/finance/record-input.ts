import { z } from 'zod';
import { idInput, text, wordInput } from '../shared/inputs';
import { instantInput } from '../shared/instants';
import { currencyCode, MAX_AMOUNT } from '../shared/money';
import { feeTypes, paidOutKinds, paymentKinds, paymentMethods } from './records';

const positiveAmount = z
  .number({ error: 'expected an amount' })
  .positive({ error: 'expected an amount greater than 0' })
  .max(MAX_AMOUNT);
const signedAmount = z.number({ error: 'expected an amount' }).min(-MAX_AMOUNT).max(MAX_AMOUNT);

/** A new record is pending or completed. */
const firstStatus = wordInput(['pending', 'completed']).default('completed');
const reference = text(200).nullable().default(null);

const ofBooking = {
  booking_id: idInput,
  amount: positiveAmount,
  /**
   * The booking's currency, or that of the payment that a refund or fee belongs to. A refund or fee of a payment has
   * the payment's currency by default.
   */
  currency_code: currencyCode.optional(),
  status: firstStatus,
  reference,
};

export const paymentCreation = z.object({
  ...ofBooking,
  /** By default the booking's guest. */
  guest_id: idInput.nullable().optional(),
  method: wordInput(paymentMethods),
  kind: wordInput(paymentKinds).default('charge'),
  /**
   * By default the time of the write if the payment is completed. On a pending payment the sent value is kept until it
   * is completed.
   */
  collected_utc: instantInput.optional(),
});
export type PaymentCreation = z.output<typeof paymentCreation>;

export const refundCreation = z.object({
  ...ofBooking,
  payment_id: idInput.nullable().default(null),
  kind: wordInput(paymentKinds).default('charge'),
  reason: text(500).nullable().default(null),
  paid_utc: instantInput.optional(),
});
export type RefundCreation = z.output<typeof refundCreation>;

export const feeCreation = z.object({
  ...ofBooking,
  type: wordInput(feeTypes),
  /** When it was taken; by default the time of the write. */
  completed_utc: instantInput.optional(),
  payment_id: idInput.nullable().default(null),
});
export type FeeCreation = z.output<typeof feeCreation>;

/** The most lines of a deposit. */
export const MAX_LINES = 1000;

/**
 * A line refers to a record and copies its amount. If the currencies differ, the line says what was paid out for the
 * record.
 */
const recordLine = z.object({
  type: wordInput(paidOutKinds),
  record_id: idInput,
  /** In the deposit's currency, with a sign. */
  amount: signedAmount.optional(),
});
const adjustmentLine = z.object({
  type: wordInput(['adjustment']),
  amount: signedAmount,
  description: text(500).min(1),
  booking_id: idInput.nullable().default(null),
});

export const depositCreation = z.object({
  currency_code: currencyCode,
  account: text(200).min(1),
  status: firstStatus,
  reference,
  /** The sum of the lines; another value is refused. */
  amount: signedAmount.optional(),
  deposited_utc: instantInput.optional(),
  lines: z
    .array(z.union([recordLine, adjustmentLine]))
    .min(1)
    .max(MAX_LINES),
});
export type DepositCreation = z.output<typeof depositCreation>;
export type DepositLineInput = DepositCreation['lines'][number];

/**
 * When it happened: payment collected, refund paid, deposit made. By default the value from the creation of the record,
 * else now.
 */
export const completion = z.object({ completed_utc: instantInput.optional() });
export type Completion = z.output<typeof completion>;
