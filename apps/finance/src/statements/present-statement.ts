import type { Statement } from '@keyhaven/contracts/finance/statement';
import { fromMinor } from '@keyhaven/stays/money';
import type { LedgerLine, LineKind } from './domain/ledger-lines';
import type { StatementMinor } from './domain/open-statement';

/** Converts a statement to the format of the operator contract. */
export function presentStatement(
  { owner_id, owner_name, currency_code }: Pick<Statement, 'owner_id' | 'owner_name' | 'currency_code'>,
  { month, opening, lines, adjustments, closing }: StatementMinor,
  status: Statement['status'],
): Statement {
  const amount = (minor: number) => fromMinor(minor, currency_code);
  const shares = (part: { amount: number; owner: number; commission: number }) => ({
    amount: amount(part.amount),
    owner_amount: amount(part.owner),
    commission_amount: amount(part.commission),
    passed_on_amount: amount(part.amount - part.owner - part.commission),
  });
  const others = (kind: LineKind) =>
    lines
      .filter((line) => line.kind === kind)
      .map(({ record_id, booking_id, property_id, description, amount: minor }) => ({
        record_id,
        booking_id,
        property_id,
        description,
        balance_amount: amount(minor),
      }));
  return {
    owner_id,
    owner_name,
    currency_code,
    month,
    status,
    opening_balance: amount(opening),
    bookings: lines.flatMap((line) => bookingLine(line, amount, shares)),
    host_fees: others('host_fee'),
    expenses: others('expense'),
    payouts: others('payout'),
    adjustments: adjustments.map(({ kind, record_id, booking_id, amount: minor }) => ({
      kind,
      record_id,
      booking_id,
      balance_amount: amount(minor),
    })),
    closing_balance: amount(closing),
  };
}

type Shown = Statement['bookings'][number];

function bookingLine(
  { record_id, property_id, amount: balance, booking }: LedgerLine,
  amount: (minor: number) => number,
  shares: (part: {
    amount: number;
    owner: number;
    commission: number;
  }) => Omit<Shown['charges'][number], 'type' | 'description'>,
): Shown[] {
  if (!booking || property_id === null) return [];
  const { type, is_canceled, arrival, departure, charges } = booking;
  return [
    {
      booking_id: record_id,
      property_id,
      type,
      is_canceled,
      arrival,
      departure,
      ...shares(booking),
      balance_amount: amount(balance),
      charges: charges.map((charge) => ({ type: charge.type, description: charge.description, ...shares(charge) })),
    },
  ];
}
