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
  counted_by: ['arrival', 'departure', 'nightly'],
  host_fees_borne_by: ['owner', 'manager', 'proportion'],
  commission_on: ['gross', 'net'],
} as const;
const words = {
  counted_by:
    'The date of a booking that decides its month: `arrival` (the default) or `departure`. `nightly` divides the booking among the months of its nights.',
  host_fees_borne_by:
    'Who bears host fees: `owner` (the default), `manager`, or `proportion`: divided like the charges.',
  commission_on:
    'Whether commission is calculated on the charges (`gross`, the default) or on the charges minus host fees (`net`).',
};

export const statementSettings = z
  .object({
    id: id.describe('Id of the account.'),
    counted_by: z.enum(settings.counted_by).describe(words.counted_by),
    host_fees_borne_by: z.enum(settings.host_fees_borne_by).describe(words.host_fees_borne_by),
    commission_on: z.enum(settings.commission_on).describe(words.commission_on),
    closed_through: z
      .string()
      .nullable()
      .describe(
        'The last closed month, `yyyy-mm`. Statements up to this month no longer change. Null if none is closed.',
      ),
  })
  .meta({
    id: 'StatementSettings',
    description: 'How statements of owners are calculated, and up to when they are closed.',
  });
export type StatementSettings = Omit<z.infer<typeof statementSettings>, 'id' | 'closed_through'>;
export type StatementSettingsRecord = z.infer<typeof statementSettings>;

export const statementSettingsPatch = z
  .object({
    counted_by: wordInput(settings.counted_by).describe(words.counted_by),
    host_fees_borne_by: wordInput(settings.host_fees_borne_by).describe(words.host_fees_borne_by),
    commission_on: wordInput(settings.commission_on).describe(words.commission_on),
  })
  .partial()
  .meta({ id: 'StatementSettingsPatch', description: 'Fields that are not sent keep their values.' });
export type StatementSettingsPatch = z.output<typeof statementSettingsPatch>;

const shares = {
  amount: z.number().describe('The whole amount.'),
  owner_amount: z.number().describe("The owner's share."),
  commission_amount: z.number().describe("The manager's commission."),
  passed_on_amount: z.number().describe('What neither keeps, such as taxes.'),
};
const balanceAmount = z
  .number()
  .describe('How much the line changes what the owner is owed. Negative: the owner is owed less.');

const bookingLine = z
  .object({
    booking_id: id.describe('Id of the booking.'),
    property_id: id.describe('Id of its property.'),
    type: z.enum(['booking', 'owner']).describe("`booking`: a guest's stay. `owner`: the owner's own stay."),
    is_canceled: z.boolean().describe('Whether it is canceled; it then counts with its retained amount.'),
    arrival: calendarDate.describe('Date of the arrival.'),
    departure: calendarDate.describe('Date of the departure.'),
    ...shares,
    balance_amount: balanceAmount,
    charges: z
      .array(
        z.object({
          type: z.string().describe('Type of the charge.'),
          description: z.string().describe('Description of the charge.'),
          ...shares,
        }),
      )
      .describe(
        'All charges of the booking, as they were made. If the booking is counted by night, or is canceled, only a part of them is in `amount`.',
      ),
  })
  .meta({ id: 'StatementBooking', description: 'The part of a booking that belongs to the month of a statement.' });

const otherLine = z
  .object({
    record_id: id.describe('Id of the fee, expense or payout.'),
    booking_id: id.nullable().describe('Id of the booking. Null for none.'),
    property_id: id.nullable().describe('Id of the property. Null for none.'),
    description: z.string().nullable().describe('What it is for. Null for none.'),
    balance_amount: balanceAmount,
  })
  .meta({ id: 'StatementLine', description: 'A fee, expense or payout of a statement.' });

const adjustmentLine = z
  .object({
    kind: z.enum(['booking', 'host_fee', 'expense', 'payout']).describe('What changed.'),
    record_id: id.describe('Id of the booking, fee, expense or payout.'),
    booking_id: id.nullable().describe('Id of the booking. Null for none.'),
    balance_amount: balanceAmount,
  })
  .meta({
    id: 'StatementAdjustment',
    description: 'A change that belongs to a closed month but was made after it was closed.',
  });

export const statement = z
  .object({
    owner_id: id.describe('Id of the owner.'),
    owner_name: z.string().nullable().describe("The owner's current name. Null if finance has no copy of the owner."),
    currency_code: z.string().describe('Currency of all amounts (ISO 4217).'),
    month: z.string().describe('The month, `yyyy-mm`.'),
    status: z.enum(['open', 'closed']).describe('`open`: it still changes. `closed`: it is frozen.'),
    opening_balance: z.number().describe('What the owner was owed at the beginning of the month.'),
    bookings: z.array(bookingLine).describe('The bookings that count in the month.'),
    host_fees: z.array(otherLine).describe('The host fees that the owner bears.'),
    expenses: z.array(otherLine).describe('Expenses of the owner.'),
    payouts: z.array(otherLine).describe('Payouts to the owner.'),
    adjustments: z.array(adjustmentLine).describe('Later changes of closed months.'),
    closing_balance: z
      .number()
      .describe('What the owner is owed at the end of the month: the opening balance and all `balance_amount`s.'),
  })
  .meta({
    id: 'Statement',
    description:
      'What an owner is owed in one currency at the end of a month, and how it was calculated. If a balance is negative, the owner owes it.',
  });
export type Statement = z.infer<typeof statement>;

export const ownerEntryKinds = ['expense', 'payout'] as const;
const entryKind =
  '`expense`: the owner is owed less, because something was paid for them. `payout`: money was paid to the owner.';

export const ownerEntry = z
  .object({
    id: id.describe('Id of the entry.'),
    kind: z.enum(ownerEntryKinds).describe(entryKind),
    owner_id: id.describe('Id of the owner.'),
    property_id: id.nullable().describe('Id of the property. Null for none.'),
    booking_id: id.nullable().describe('Id of the booking. Null for none.'),
    amount: z.number().describe('Amount in `currency_code`, above 0.'),
    currency_code: z.string().describe('Currency of the amount (ISO 4217).'),
    date: calendarDate.describe('The date that decides its month.'),
    description: z.string().nullable().describe('What it is for. Null for none.'),
    status: z.enum(['completed', 'voided']).describe('`voided`: recorded by mistake; it does not count.'),
    created_utc: instant.describe('When it was recorded.'),
    updated_utc: instant.describe('When it was last changed.'),
  })
  .meta({ id: 'OwnerEntry', description: 'An expense of an owner, or a payout to an owner.' });
export type OwnerEntry = z.infer<typeof ownerEntry>;

export const ownerEntryCreation = z
  .object({
    kind: wordInput(ownerEntryKinds).describe(entryKind),
    owner_id: idInput.describe('Id of the owner.'),
    property_id: idInput.nullable().default(null).describe('Id of the property. By default that of the booking.'),
    booking_id: idInput.nullable().default(null).describe('Id of the booking. Null for none.'),
    amount: z
      .number({ error: 'expected an amount' })
      .positive({ error: 'expected an amount greater than 0' })
      .max(MAX_AMOUNT)
      .describe('Amount in `currency_code`, above 0, with no more decimals than the currency has.'),
    currency_code: currencyCode.describe('Currency of the amount (ISO 4217).'),
    date: calendarDate.describe('The date that decides its month.'),
    description: text(500).nullable().default(null).describe('What it is for, up to 500 characters.'),
  })
  .meta({ id: 'OwnerEntryCreation', description: 'A new expense or payout.' });
export type OwnerEntryCreation = z.output<typeof ownerEntryCreation>;

export const accountingEntry = z
  .object({
    date: calendarDate.describe('The date of the entry.'),
    source_type: z
      .enum(['booking', 'contained_tax', 'host_fee', 'payment', 'refund', 'fee', 'deposit', 'expense', 'payout'])
      .describe('The kind of record that the entry is about.'),
    source_id: id.describe('Id of the record; of the tax for `contained_tax`.'),
    description: z.string().nullable().describe('What the entry is for. Null for none.'),
    booking_id: id.nullable().describe('Id of the booking. Null for none.'),
    property_id: id.nullable().describe('Id of the property. Null for none.'),
    is_reversal: z.boolean().describe('Whether it reverses the entry of a record that was later voided or failed.'),
    currency_code: z.string().describe('Currency of the amounts (ISO 4217).'),
    lines: z
      .array(
        z.object({
          account: z
            .string()
            .describe(
              'Ledger account, by the accounting settings of the property; without one the name of the purpose.',
            ),
          debit: z.number().describe('Debited amount, 0 or more.'),
          credit: z.number().describe('Credited amount, 0 or more.'),
        }),
      )
      .describe('The sums of debits and credits are equal.'),
  })
  .meta({ id: 'AccountingEntry', description: 'A balanced entry for an accounting program.' });
export type AccountingEntry = z.infer<typeof accountingEntry>;
