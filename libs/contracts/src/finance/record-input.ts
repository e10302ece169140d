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

const firstStatus = wordInput(['pending', 'completed'])
  .default('completed')
  .describe('`completed` (the default): it counts. `pending`: it is completed, failed or voided later.');
const reference = text(200)
  .nullable()
  .default(null)
  .describe('Your own reference, such as a transaction number, up to 200 characters.');
const amountWords = 'Amount in `currency_code`, above 0, with no more decimals than the currency has.';

const ofBooking = {
  booking_id: idInput.describe('Id of the booking.'),
  amount: positiveAmount.describe(amountWords),
  currency_code: currencyCode
    .optional()
    .describe(
      "The booking's currency (ISO 4217), or that of the payment that a refund or fee belongs to. By default the payment's for a refund or fee of a payment, otherwise the booking's.",
    ),
  status: firstStatus,
  reference,
};
const kind = wordInput(paymentKinds)
  .default('charge')
  .describe('`charge` (the default): for what the stay costs. `security_deposit`: in no total of the booking.');
const paymentId = idInput
  .nullable()
  .default(null)
  .describe('Id of the payment that it belongs to, which must be of the same booking. Null for none.');

export const paymentCreation = z
  .object({
    ...ofBooking,
    guest_id: idInput.nullable().optional().describe("Id of the guest who paid. By default the booking's guest."),
    method: wordInput(paymentMethods).describe('How it was paid. `channel`: a channel collected it from the guest.'),
    kind,
    collected_utc: instantInput
      .optional()
      .describe(
        'When it was collected. By default the time of the write if it is completed. On a pending payment, the value is kept until it is completed.',
      ),
  })
  .meta({ id: 'PaymentCreation', description: 'A new payment.' });
export type PaymentCreation = z.output<typeof paymentCreation>;

export const refundCreation = z
  .object({
    ...ofBooking,
    payment_id: paymentId,
    kind: wordInput(paymentKinds)
      .optional()
      .describe(
        "`charge`: of what was paid for the stay. `security_deposit`: in no total of the booking. It must be the payment's kind, which is the default. Without a payment the default is `charge`.",
      ),
    reason: text(500).nullable().default(null).describe('Why it is made, for people to read, up to 500 characters.'),
    paid_utc: instantInput
      .optional()
      .describe('When it was paid. By default the time of the write if it is completed.'),
  })
  .meta({
    id: 'RefundCreation',
    description:
      'A new refund. With a `payment_id`, the payment must be completed, and the refund at most what other pending and completed refunds leave of it.',
  });
export type RefundCreation = z.output<typeof refundCreation>;

export const feeCreation = z
  .object({
    ...ofBooking,
    type: wordInput(feeTypes).describe('What kind of fee it is.'),
    completed_utc: instantInput.optional().describe('When the fee was taken. By default the time of the write.'),
    payment_id: paymentId,
  })
  .meta({ id: 'FeeCreation', description: 'A new fee.' });
export type FeeCreation = z.output<typeof feeCreation>;

/** The maximum number of lines of a deposit. */
export const MAX_LINES = 1000;

const recordLine = z
  .object({
    type: wordInput(paidOutKinds).describe('The kind of the record.'),
    record_id: idInput.describe('Id of the completed payment, refund or fee. A record is in at most one deposit.'),
    amount: signedAmount
      .optional()
      .describe(
        "What was paid out, in the deposit's currency: above 0 for payments, below 0 for refunds and fees. Required if the record has another currency; otherwise it must be the record's amount.",
      ),
  })
  .meta({ id: 'DepositRecordLine', description: 'A line that pays out a record.' });
const adjustmentLine = z
  .object({
    type: wordInput(['adjustment']).describe('A line without a record.'),
    amount: signedAmount.describe("Amount in the deposit's currency, positive or negative."),
    description: text(500).min(1).describe('What it is for, up to 500 characters.'),
    booking_id: idInput.nullable().default(null).describe('Id of the booking that it belongs to. Null for none.'),
  })
  .meta({ id: 'DepositAdjustmentLine', description: 'A line that changes the sum without a record.' });

export const depositCreation = z
  .object({
    currency_code: currencyCode.describe('Currency of the deposit (ISO 4217).'),
    account: text(200).min(1).describe('Label of the bank account, up to 200 characters.'),
    status: firstStatus,
    reference,
    amount: signedAmount.optional().describe('The sum of the lines. If sent, it is checked.'),
    deposited_utc: instantInput
      .optional()
      .describe('When it was deposited. By default the time of the write if it is completed.'),
    lines: z
      .array(z.union([recordLine, adjustmentLine]))
      .min(1)
      .max(MAX_LINES)
      .describe(`What the deposit consists of: 1 to ${MAX_LINES} lines.`),
  })
  .meta({ id: 'DepositCreation', description: 'A new deposit.' });
export type DepositCreation = z.output<typeof depositCreation>;
export type DepositLineInput = DepositCreation['lines'][number];

export const completion = z
  .object({
    completed_utc: instantInput
      .optional()
      .describe(
        "When the payment was collected, the refund paid, the fee taken or the deposit made. By default the value from the record's creation, or else now.",
      ),
  })
  .meta({ id: 'Completion', description: 'When a record took effect.' });
export type Completion = z.output<typeof completion>;
