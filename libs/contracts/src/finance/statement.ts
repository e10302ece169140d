import { z } from 'zod';
import { calendarDate } from '../shared/dates';
import { id, idInput, text, wordInput } from '../shared/inputs';
import { instant } from '../shared/instants';
import { currencyCode, MAX_AMOUNT } from '../shared/money';

/** A month, yyyy-mm. */
export const monthInput = z
  .string({ error: 'expected a month, yyyy-mm' })
  .regex(/^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/, { error: 'expected a month, yyyy-mm' })
  .meta({ example: '2026-05' });

const settings = {
  /** The date of a booking that decides its month; `nightly` divides it by nights. */
  counted_by: ['arrival', 'departure', 'nightly'],
  host_fees_borne_by: ['owner', 'manager', 'proportion'],
  /** Whether commission is calculated on the charges, or on the charges less host fees. */
  commission_on: ['gross', 'net'],
} as const;

export const statementSettings = z.object({
  /** The account's. */
  id,
  counted_by: z.enum(settings.counted_by),
  host_fees_borne_by: z.enum(settings.host_fees_borne_by),
  commission_on: z.enum(settings.commission_on),
  /** The last closed month: its statements no longer change. */
  closed_through: z.string().nullable(),
});
export type StatementSettings = Omit<z.infer<typeof statementSettings>, 'id' | 'closed_through'>;
export type StatementSettingsRecord = z.infer<typeof statementSettings>;

export const statementSettingsPatch = z
  .object({
    counted_by: wordInput(settings.counted_by),
    host_fees_borne_by: wordInput(settings.host_fees_borne_by),
    commission_on: wordInput(settings.commission_on),
  })
  .partial();
export type StatementSettingsPatch = z.output<typeof statementSettingsPatch>;

const shares = {
  amount: z.number(),
  owner_amount: z.number(),
  commission_amount: z.number(),
  passed_on_amount: z.number(),
};

/** A booking's part of a month; `balance_amount` is how it changes the owner's balance. */
const bookingLine = z.object({
  booking_id: id,
  property_id: id,
  type: z.enum(['booking', 'owner']),
  is_canceled: z.boolean(),
  arrival: calendarDate,
  departure: calendarDate,
  ...shares,
  balance_amount: z.number(),
  charges: z.array(z.object({ type: z.string(), description: z.string(), ...shares })),
});

const otherLine = z.object({
  record_id: id,
  booking_id: id.nullable(),
  property_id: id.nullable(),
  description: z.string().nullable(),
  balance_amount: z.number(),
});

/** Changes that belong to closed months and were made after the close. */
const adjustmentLine = z.object({
  kind: z.enum(['booking', 'host_fee', 'expense', 'payout']),
  record_id: id,
  booking_id: id.nullable(),
  balance_amount: z.number(),
});

/**
 * What an owner is owed in one currency at the end of a month, and how it was calculated. The owner owes negative
 * amounts.
 */
export const statement = z.object({
  owner_id: id,
  currency_code: z.string(),
  month: z.string(),
  status: z.enum(['open', 'closed']),
  opening_balance: z.number(),
  bookings: z.array(bookingLine),
  host_fees: z.array(otherLine),
  expenses: z.array(otherLine),
  payouts: z.array(otherLine),
  adjustments: z.array(adjustmentLine),
  closing_balance: z.number(),
});
export type Statement = z.infer<typeof statement>;

export const ownerEntryKinds = ['expense', 'payout'] as const;
/** An expense of an owner's property, or a payout to an owner. */
export const ownerEntry = z.object({
  id,
  kind: z.enum(ownerEntryKinds),
  owner_id: id,
  property_id: id.nullable(),
  booking_id: id.nullable(),
  amount: z.number(),
  currency_code: z.string(),
  date: calendarDate,
  description: z.string().nullable(),
  status: z.enum(['completed', 'voided']),
  created_utc: instant,
  updated_utc: instant,
});
export type OwnerEntry = z.infer<typeof ownerEntry>;

export const ownerEntryCreation = z.object({
  kind: wordInput(ownerEntryKinds),
  owner_id: idInput,
  property_id: idInput.nullable().default(null),
  booking_id: idInput.nullable().default(null),
  amount: z
    .number({ error: 'expected an amount' })
    .positive({ error: 'expected an amount greater than 0' })
    .max(MAX_AMOUNT),
  currency_code: currencyCode,
  date: calendarDate,
  description: text(500).nullable().default(null),
});
export type OwnerEntryCreation = z.output<typeof ownerEntryCreation>;

/** A journal entry whose debits and credits have the same sum. */
export const accountingEntry = z.object({
  date: calendarDate,
  source_type: z.enum([
    'booking',
    'contained_tax',
    'host_fee',
    'payment',
    'refund',
    'fee',
    'deposit',
    'expense',
    'payout',
  ]),
  source_id: id,
  description: z.string().nullable(),
  booking_id: id.nullable(),
  property_id: id.nullable(),
  /** Whether it reverses an entry of a record that was voided or failed later. */
  is_reversal: z.boolean(),
  currency_code: z.string(),
  lines: z.array(z.object({ account: z.string(), debit: z.number(), credit: z.number() })),
});
export type AccountingEntry = z.infer<typeof accountingEntry>;
