import { z } from 'zod';
import { id } from '../shared/inputs';
import { instant } from '../shared/instants';

/** Only completed records count; mistakes are voided and never deleted. */
export const recordStatuses = ['pending', 'completed', 'failed', 'voided'] as const;
export type RecordStatus = (typeof recordStatuses)[number];
export const paymentMethods = ['card', 'bank_transfer', 'check', 'cash', 'channel', 'other'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
/** The purpose of a payment: the stay, or a security deposit, which is in no total of the booking. */
export const paymentKinds = ['charge', 'security_deposit'] as const;
export type PaymentKind = (typeof paymentKinds)[number];
export const feeTypes = ['channel_commission', 'processing', 'other'] as const;
export type FeeType = (typeof feeTypes)[number];
/** The records that a deposit pays out. */
export const paidOutKinds = ['payment', 'refund', 'fee'] as const;
export type PaidOutKind = (typeof paidOutKinds)[number];

const ofBooking = {
  id,
  property_id: id,
  booking_id: id,
  amount: z.number(),
  currency_code: z.string(),
  status: z.enum(recordStatuses),
  reference: z.string().nullable(),
  created_utc: instant,
  updated_utc: instant,
};

/** A payment by a guest, or by a channel for the guest. */
export const payment = z.object({
  ...ofBooking,
  guest_id: id.nullable(),
  method: z.enum(paymentMethods),
  kind: z.enum(paymentKinds),
  collected_utc: instant.nullable(),
  deposit_id: id.nullable(),
});
export type Payment = z.infer<typeof payment>;

/** A refund to a guest. */
export const refund = z.object({
  ...ofBooking,
  payment_id: id.nullable(),
  kind: z.enum(paymentKinds),
  reason: z.string().nullable(),
  paid_utc: instant.nullable(),
  deposit_id: id.nullable(),
});
export type Refund = z.infer<typeof refund>;

/** A fee for a booking: its channel's commission, or a card processor's fee. */
export const fee = z.object({
  ...ofBooking,
  type: z.enum(feeTypes),
  payment_id: id.nullable(),
  deposit_id: id.nullable(),
});
export type Fee = z.infer<typeof fee>;

/** A line of a deposit. Amounts have a sign: refunds and fees are negative. */
export const depositLine = z.object({
  type: z.enum([...paidOutKinds, 'adjustment']),
  /** The payment, refund or fee; null for an adjustment. */
  record_id: id.nullable(),
  booking_id: id.nullable(),
  description: z.string().nullable(),
  amount: z.number(),
  /** The record's own amount, if its currency differs from the deposit's. */
  source_amount: z.number().optional(),
  source_currency_code: z.string().optional(),
});
export type DepositLine = z.infer<typeof depositLine>;

/** Money that reached the host's bank account, or was taken from it; `amount` is the sum of the lines. */
export const deposit = z.object({
  ...ofBooking,
  property_id: id.nullable(),
  booking_id: id.nullable(),
  deposited_utc: instant.nullable(),
  account: z.string(),
  lines: z.array(depositLine),
});
export type Deposit = z.infer<typeof deposit>;
