import type { LedgerLine, LineKind } from './ledger-lines';

/** A correction of closed months, in the statement of the first open month. */
export interface AdjustmentLine {
  kind: LineKind;
  record_id: number;
  booking_id: number | null;
  amount: number;
}

/** The statement of an owner for one currency and month. Amounts are in minor units. */
export interface StatementMinor {
  month: string;
  opening: number;
  lines: LedgerLine[];
  adjustments: AdjustmentLine[];
  closing: number;
}

/**
 * Computes the statement of an open month from the current records and the closed statements. Changes of closed months
 * become adjustments in the first open month. So the closed statements and the adjustments together always give the
 * same amounts as a new computation from the records.
 * @param lines all lines of the owner in this currency, of all months.
 * @param closed the closed statements of this owner and currency.
 * @param closedThrough the latest closed month, even if the owner has no statement in that month. Null if no month is
 *   closed.
 */
export function openStatement(
  lines: readonly LedgerLine[],
  closed: readonly StatementMinor[],
  closedThrough: string | null,
  month: string,
): StatementMinor {
  const isClosed = (other: string) => closedThrough !== null && other <= closedThrough;
  if (isClosed(month)) throw new Error(`${month} is closed`);
  const adjustments = adjustmentsOf(
    lines.filter((line) => isClosed(line.month)),
    closed,
  );
  const isFirstOpen = closedThrough !== null && month === nextMonth(closedThrough);
  const last = lastOf(closed);
  const between = sum(lines.filter((line) => !isClosed(line.month) && line.month < month));
  const opening = (last?.closing ?? 0) + between + (isFirstOpen ? 0 : sum(adjustments));
  const own = lines.filter((line) => line.month === month);
  const shown = isFirstOpen ? adjustments : [];
  return { month, opening, lines: own, adjustments: shown, closing: opening + sum(own) + sum(shown) };
}

export function lastOf(closed: readonly StatementMinor[]): StatementMinor | undefined {
  return closed.reduce<StatementMinor | undefined>((a, b) => (a && a.month > b.month ? a : b), undefined);
}

export function nextMonth(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}

/**
 * Returns the difference between the current amount in closed months and the amount in closed
 * statements, for each booking, fee and owner entry for which these amounts differ.
 */
function adjustmentsOf(closedLines: readonly LedgerLine[], closed: readonly StatementMinor[]): AdjustmentLine[] {
  const differences = new Map<string, AdjustmentLine>();
  const add = ({ kind, record_id, booking_id }: Omit<AdjustmentLine, 'amount'>, amount: number) => {
    const key = `${kind}/${record_id}`;
    const known = differences.get(key) ?? { kind, record_id, booking_id, amount: 0 };
    differences.set(key, { ...known, amount: known.amount + amount });
  };
  for (const line of closedLines) add(line, line.amount);
  for (const statement of closed) {
    for (const line of [...statement.lines, ...statement.adjustments]) add(line, -line.amount);
  }
  return [...differences.values()].filter(({ amount }) => amount !== 0);
}

function sum(lines: readonly { amount: number }[]): number {
  return lines.reduce((total, { amount }) => total + amount, 0);
}
