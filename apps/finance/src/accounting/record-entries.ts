import type { PaidOutKind } from '@keyhaven/contracts/finance/records';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { FinanceStore } from '../store/finance-store';
import type { DepositDetails, FinancialBody, StoredLine } from '../store/financial-record.model';
import { readAll } from '../store/read-all';
import { moneyPostings, type Posting, reversalOf } from './domain/accounting-entries';

/** A period that includes `from` and excludes `until`. */
export interface Period {
  from: Date;
  until: Date;
}

/**
 * The entries of records that took effect in a period, and the reversals of records that were
 * voided or failed in the period.
 */
export async function entriesOfRecords(store: FinanceStore, scope: AccountScope, period: Period): Promise<Posting[]> {
  const within = { $gte: period.from, $lt: period.until };
  const filter = {
    effective_utc: { $ne: null },
    $or: [{ effective_utc: within }, { journal: { $elemMatch: { recorded_utc: within } } }],
  };
  const [payments, refunds, fees, deposits] = await Promise.all([
    readAll(store.payments.records, scope, filter),
    readAll(store.refunds.records, scope, filter),
    readAll(store.fees.records, scope, filter),
    readAll(store.deposits.records, scope, filter),
  ]);
  const ofKind = (kind: PaidOutKind, body: FinancialBody<unknown>, isSecurityDeposit: boolean) =>
    withReversal(body, period, [
      { ...headOf(kind, body), postings: moneyPostings(kind, body.amount_minor, isSecurityDeposit) },
    ]);
  return [
    ...payments.flatMap((body) => ofKind('payment', body, body.details.kind === 'security_deposit')),
    ...refunds.flatMap((body) => ofKind('refund', body, body.details.kind === 'security_deposit')),
    ...fees.flatMap((body) => ofKind('fee', body, false)),
    ...deposits.flatMap((body) => withReversal(body, period, entriesOfDeposit(body))),
  ];
}

/** The entries of a deposit. Each line is posted to the ledger accounts of its own property. */
function entriesOfDeposit(body: FinancialBody<DepositDetails>): Posting[] {
  return body.details.lines.flatMap((line) => entriesOfLine(body, line));
}

function entriesOfLine(body: FinancialBody<DepositDetails>, line: StoredLine): Posting[] {
  const { type, amount_minor, source, booking_id, property_id, description } = line;
  const head = { ...headOf('deposit', body), description, booking_id, property_id };
  if (source) {
    return [
      {
        ...head,
        postings: [
          ['bank', amount_minor],
          ['currency_exchange', -amount_minor],
        ],
      },
      {
        ...head,
        currency_code: source.currency_code,
        postings: [
          ['currency_exchange', source.amount_minor],
          ['clearing', -source.amount_minor],
        ],
      },
    ];
  }
  const other = type === 'adjustment' ? 'deposit_adjustments' : 'clearing';
  return [
    {
      ...head,
      postings: [
        ['bank', amount_minor],
        [other, -amount_minor],
      ],
    },
  ];
}

function headOf(kind: Posting['source_type'], body: FinancialBody<unknown>): Omit<Posting, 'postings'> {
  const { _id, booking_id, property_id, currency_code } = body;
  return {
    date: dayOf(body.effective_utc ?? body.created_utc),
    source_type: kind,
    source_id: _id,
    description: null,
    booking_id,
    property_id,
    is_reversal: false,
    currency_code,
  };
}

/**
 * Returns the given entries if their record took effect within the period, and adds their reversals if the record was
 * voided or failed within the period.
 */
export function withReversal(
  { effective_utc, journal }: Pick<FinancialBody<unknown>, 'effective_utc' | 'journal'>,
  { from, until }: Period,
  entries: Posting[],
): Posting[] {
  const takenBack = journal.find(({ status }) => status === 'voided' || status === 'failed')?.recorded_utc;
  const isWithin = (instant: Date | null | undefined) => instant != null && instant >= from && instant < until;
  return [
    ...(isWithin(effective_utc) ? entries : []),
    ...(takenBack && isWithin(takenBack) ? entries.map((entry) => reversalOf(entry, dayOf(takenBack))) : []),
  ];
}

export function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}
