import type { AccountingEntry, StatementSettings } from '@keyhaven/contracts/finance/statement';
import { containedTaxesOf, type CountedBooking, sharesByMonth, spread } from '../../statements/domain/booking-shares';
import { type FeeMinor, ownersPartOfFee } from '../../statements/domain/ledger-lines';

/**
 * The purposes of ledger accounts. A property's accounting settings map a purpose to the name of an account. For a
 * purpose without a setting, the account has the name of the purpose.
 */
export const purposes = [
  'guest_receivable',
  'owner_payable',
  'commission_income',
  'taxes_payable',
  'channel_taxes',
  'expenses_payable',
  'clearing',
  'bank',
  'host_fees',
  'security_deposits',
  'deposit_adjustments',
  'currency_exchange',
] as const;
export type Purpose = (typeof purposes)[number];

/**
 * An accounting entry before its purposes are replaced by the names of ledger accounts. Amounts are
 * in minor units. Debits are positive, credits are negative, and the sum is 0.
 */
export interface Posting extends Omit<AccountingEntry, 'lines'> {
  postings: [purpose: Purpose, amount: number][];
}

/**
 * The entries of a booking: what the guest owes, who receives it, the included taxes, and the owner's part of the fees.
 */
export function entriesOfBooking(
  booking: CountedBooking,
  fees: readonly FeeMinor[],
  settings: StatementSettings,
): Posting[] {
  const { booking_id, property_id, currency_code, type, owner_id } = booking;
  const months = sharesByMonth(booking, settings.counted_by);
  const common = { booking_id, property_id, is_reversal: false, currency_code };
  // Without an owner, the manager receives the owner's share.
  const owners: Purpose = owner_id === null ? 'commission_income' : 'owner_payable';
  const own = months.map(({ date, amount, owner, commission, taxes, channel_taxes, expenses }): Posting => ({
    ...common,
    date,
    source_type: 'booking',
    source_id: booking_id,
    description: null,
    postings: [
      [type === 'owner' ? owners : 'guest_receivable', amount],
      [owners, -owner],
      ['commission_income', -commission],
      ['taxes_payable', -taxes],
      ['channel_taxes', -channel_taxes],
      ['expenses_payable', -expenses],
    ],
  }));
  const ofTaxes = containedTaxesOf(booking).flatMap(({ tax_id, description, amount, is_channel_managed }) =>
    spread(amount, months).map((part, index): Posting => ({
      ...common,
      date: months[index]!.date,
      source_type: 'contained_tax',
      source_id: tax_id,
      description,
      // An included tax does not change the owner's share, so it is deducted from commission
      // income.
      postings: [
        ['commission_income', part],
        [is_channel_managed ? 'channel_taxes' : 'taxes_payable', -part],
      ],
    })),
  );
  if (owner_id === null) return [...own, ...ofTaxes];
  const ofFees = fees.flatMap((fee) =>
    spread(ownersPartOfFee(fee.amount, booking, settings), months).map((amount, index): Posting => ({
      ...common,
      date: months[index]!.date,
      source_type: 'host_fee',
      source_id: fee.fee_id,
      description: fee.description,
      currency_code: fee.currency_code,
      postings: [
        ['owner_payable', -amount],
        ['host_fees', amount],
      ],
    })),
  );
  return [...own, ...ofTaxes, ...ofFees];
}

/** Reverses an entry. `date` is the day on which its record was voided or failed. */
export function reversalOf(entry: Posting, date: string): Posting {
  return {
    ...entry,
    date,
    is_reversal: true,
    postings: entry.postings.map(([purpose, amount]): [Purpose, number] => [purpose, -amount]),
  };
}

/** Returns the postings of a payment, refund or fee. `amount` is in minor units. */
export function moneyPostings(
  kind: 'payment' | 'refund' | 'fee',
  amount: number,
  isSecurityDeposit: boolean,
): Posting['postings'] {
  if (kind === 'fee')
    return [
      ['host_fees', amount],
      ['clearing', -amount],
    ];
  const signed = kind === 'payment' ? amount : -amount;
  return [
    ['clearing', signed],
    [isSecurityDeposit ? 'security_deposits' : 'guest_receivable', -signed],
  ];
}
