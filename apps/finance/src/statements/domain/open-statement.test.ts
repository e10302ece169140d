import fc from 'fast-check';
import type { LedgerLine } from './ledger-lines';
import { lastOf, nextMonth, openStatement, type StatementMinor } from './open-statement';

const months = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06'];

const line = fc.record({
  kind: fc.constantFrom('booking', 'host_fee', 'expense', 'payout'),
  record_id: fc.integer({ min: 1, max: 6 }),
  month: fc.constantFrom(...months),
  amount: fc.integer({ min: -100_000, max: 100_000 }),
});

/** Versions of a ledger over time: bookings are added, moved to other months, changed and removed. */
const history = fc.array(fc.uniqueArray(line, { selector: ({ kind, record_id }) => `${kind}/${record_id}` }), {
  minLength: 1,
  maxLength: 8,
});

function ledger(lines: { kind: string; record_id: number; month: string; amount: number }[]): LedgerLine[] {
  return lines.map((one) => ({ ...one, booking_id: one.record_id, property_id: 1, description: null }) as LedgerLine);
}

const total = (lines: readonly { amount: number }[]) => lines.reduce((sum, { amount }) => sum + amount, 0);

describe('closed statements', () => {
  it('add up, with their adjustments, to the amounts recomputed from the records', () => {
    fc.assert(
      fc.property(history, fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }), (truths, closes) => {
        const closed: StatementMinor[] = [];
        let closedThrough: string | null = null;
        truths.forEach((truth, step) => {
          const lines = ledger(truth);
          const open = closedThrough === null ? months[0]! : nextMonth(closedThrough);
          if (open > '2026-06') return;
          const first = openStatement(lines, closed, closedThrough, open);
          const booked = [...closed, first].flatMap((one) => [...one.lines, ...one.adjustments]);
          expect(total(booked)).toBe(total(lines.filter(({ month }) => month <= open)));
          expect(first.closing).toBe(total(booked));
          expect(first.opening).toBe(lastOf(closed)?.closing ?? 0);
          const later = openStatement(lines, closed, closedThrough, nextMonth(open));
          expect(later.opening).toBe(first.closing);
          if (!closes[step]) return;
          closed.push(first);
          closedThrough = open;
        });
      }),
    );
  });

  it('are corrected by one adjustment per booking, with the id of the booking', () => {
    const closed = [openStatement(ledger([booking(1, 500), booking(2, 300)]), [], null, '2026-01')];
    const now = ledger([booking(1, 450), booking(3, 70)]);
    expect(openStatement(now, closed, '2026-01', '2026-02').adjustments).toEqual([
      { kind: 'booking', record_id: 1, booking_id: 1, amount: -50 },
      { kind: 'booking', record_id: 3, booking_id: 3, amount: 70 },
      { kind: 'booking', record_id: 2, booking_id: 2, amount: -300 },
    ]);
  });
});

function booking(record_id: number, amount: number, month = '2026-01') {
  return { kind: 'booking', record_id, month, amount };
}
