import { z } from 'zod';
import { id } from '../shared/inputs';
import { instant } from '../shared/instants';

/** Only completed records count in totals. Mistaken records are voided, never deleted. */
export const recordStatuses = ['pending', 'completed', 'failed', 'voided'] as const;
export type RecordStatus = (typeof recordStatuses)[number];
export const paymentMethods = ['card', 'bank_transfer', 'check', 'cash', 'channel', 'other'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
/**
 * The purpose of a payment: the stay, or a security deposit. The booking's totals do not include
 * security deposits.
 */
export const paymentKinds = ['charge', 'security_deposit'] as const;
export type PaymentKind = (typeof paymentKinds)[number];
export const feeTypes = ['channel_commission', 'processing', 'other'] as const;
export type FeeType = (typeof feeTypes)[number];
/** The kinds of records that a deposit pays out. Here, a deposit is a payout to a bank account of the host. */
export const paidOutKinds = ['payment', 'refund', 'fee'] as const;
export type PaidOutKind = (typeof paidOutKinds)[number];

const statusWords =
  '`pending`: not yet certain. `completed`: it counts in totals. `failed`: it did not happen. `voided`: recorded by mistake. Only completed records count.';
const depositId = id
  .nullable()
  .describe('Id of the deposit that pays the record out. Null if no deposit does. A record is in at most one.');

const ofBooking = {
  id: id.describe('Id of the record. It never changes.'),
  property_id: id.describe('Id of the property of the booking.'),
  booking_id: id.describe('Id of the booking.'),
  amount: z.number().describe('Amount in `currency_code`, above 0.'),
  currency_code: z.string().describe('Currency of the amount (ISO 4217).'),
  status: z.enum(recordStatuses).describe(statusWords),
  reference: z
    .string()
    .nullable()
    .describe('Reference of the operator or their payment provider, such as a transaction number. Null for none.'),
  created_utc: instant.describe('When the record was created.'),
  updated_utc: instant.describe('When it was last changed. A change of `status` changes it.'),
};
const kind = z
  .enum(paymentKinds)
  .describe(
    '`charge`: for what the stay costs. `security_deposit`: a deposit against damages, which is in no total of the booking.',
  );

export const payment = z
  .object({
    ...ofBooking,
    guest_id: id.nullable().describe('Id of the guest who paid. Null if no guest is named.'),
    method: z
      .enum(paymentMethods)
      .describe('How it was paid. `channel`: a channel, such as Airbnb, collected it from the guest.'),
    kind,
    collected_utc: instant.nullable().describe('When it was collected. Null until it is completed.'),
    deposit_id: depositId,
  })
  .meta({ id: 'Payment', description: 'What a guest paid for a booking, or a channel on their behalf.' });
export type Payment = z.infer<typeof payment>;

export const refund = z
  .object({
    ...ofBooking,
    payment_id: id
      .nullable()
      .describe('Id of the payment that it refunds, in whole or in part. Null if it belongs to no single payment.'),
    kind,
    reason: z.string().nullable().describe('Why it was made, for people to read. Null for none.'),
    paid_utc: instant.nullable().describe('When it was paid. Null until it is completed.'),
    deposit_id: depositId,
  })
  .meta({ id: 'Refund', description: 'What was refunded to a guest. The refunds of a payment never exceed it.' });
export type Refund = z.infer<typeof refund>;

export const fee = z
  .object({
    ...ofBooking,
    type: z
      .enum(feeTypes)
      .describe(
        '`channel_commission`: taken by a channel. `processing`: taken by a payment provider. `other`: any other fee.',
      ),
    payment_id: id
      .nullable()
      .describe('Id of the payment that it was taken for. Null if it belongs to no single payment.'),
    deposit_id: depositId,
  })
  .meta({
    id: 'Fee',
    description:
      'What a third party took from the host for a booking, such as a commission. It is not what a guest pays: that is a charge of the booking.',
  });
export type Fee = z.infer<typeof fee>;

export const depositLine = z
  .object({
    type: z
      .enum([...paidOutKinds, 'adjustment'])
      .describe('The kind of record that the line pays out, or `adjustment` for none.'),
    record_id: id.nullable().describe('Id of the payment, refund or fee. Null for an adjustment.'),
    booking_id: id.nullable().describe('Id of the booking. Null for an adjustment without one.'),
    description: z.string().nullable().describe('What the adjustment is for. Null for all other lines.'),
    amount: z
      .number()
      .describe('Amount in the currency of the deposit: above 0 for payments, below 0 for refunds and fees.'),
    source_amount: z
      .number()
      .optional()
      .describe(
        "Amount of the record in its own currency, with the same sign. Present only if that differs from the deposit's.",
      ),
    source_currency_code: z
      .string()
      .optional()
      .describe('Currency of `source_amount` (ISO 4217). Present only with it.'),
  })
  .meta({ id: 'DepositLine', description: 'A part of a deposit: a record that it pays out, or an adjustment.' });
export type DepositLine = z.infer<typeof depositLine>;

export const deposit = z
  .object({
    ...ofBooking,
    property_id: id.nullable().describe('Id of the property, if all lines have the same one. Otherwise null.'),
    booking_id: id.nullable().describe('Id of the booking, if all lines have the same one. Otherwise null.'),
    amount: z.number().describe('Sum of the lines in `currency_code`. Negative if money was taken from the account.'),
    deposited_utc: instant.nullable().describe('When it was deposited. Null until it is completed.'),
    account: z.string().describe('Label of the bank account of the host, for people to read.'),
    lines: z.array(depositLine).describe('What the deposit consists of.'),
  })
  .meta({
    id: 'Deposit',
    description: 'A payout: money that was paid into a bank account of the host, or taken from it.',
  });
export type Deposit = z.infer<typeof deposit>;
