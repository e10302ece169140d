import type { DepositCreation, DepositLineInput } from '@keyhaven/contracts/finance/record-input';
import { MAX_LINES } from '@keyhaven/contracts/finance/record-input';
import { type PaidOutKind, paidOutKinds } from '@keyhaven/contracts/finance/records';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { fromMinor } from '@keyhaven/stays/money';
import { knownBooking } from '../bookings/known-booking';
import type { FinanceStore } from '../store/finance-store';
import { exactMinor } from '../records/amount-minor';
import type { FinancialBody, StoredLine } from '../store/financial-record.model';
import { recordsOfKind, unlessCompleted } from './paid-out-records';

type RecordLineInput = Extract<DepositLineInput, { type: PaidOutKind }>;
type AdjustmentInput = Extract<DepositLineInput, { type: 'adjustment' }>;

/** Returns the keys of the records that the lines pay out, such as payment/7. */
export function lineKeys(lines: readonly Pick<StoredLine, 'type' | 'record_id'>[]): string[] {
  return lines.flatMap(({ type, record_id }) => (type === 'adjustment' ? [] : [`${type}/${record_id}`]));
}

/**
 * Builds the lines of a deposit, with the amounts of their records.
 * @throws ApiError bad_request that lists the invalid lines; conflict that lists the records that are not completed.
 */
export async function readLines(
  store: FinanceStore,
  scope: AccountScope,
  { currency_code, lines }: DepositCreation,
): Promise<StoredLine[]> {
  const records = await readRecords(store, scope, lines);
  const seen = new Set<string>();
  const faults: string[] = [];
  const notCompleted: string[] = [];
  const stored: StoredLine[] = [];
  for (const [index, line] of lines.entries()) {
    try {
      if (line.type === 'adjustment') {
        stored.push(await adjustmentLine(store, scope, line, currency_code, index));
        continue;
      }
      const key = `${line.type}/${line.record_id}`;
      const record = records.get(key);
      if (seen.has(key))
        throw new ApiError('bad_request', `lines.${index}: ${line.type} ${line.record_id} is listed twice`);
      seen.add(key);
      if (!record) throw new ApiError('bad_request', `lines.${index}: ${line.type} ${line.record_id} does not exist`);
      stored.push(recordLine(line, record, currency_code, index));
      notCompleted.push(...unlessCompleted(line.type, record));
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'bad_request')) throw error;
      faults.push(...error.messages);
    }
  }
  if (faults.length > 0) throw new ApiError('bad_request', faults);
  if (notCompleted.length > 0) throw new ApiError('conflict', `lines: ${notCompleted.join('; ')}`);
  return stored;
}

async function readRecords(
  store: FinanceStore,
  scope: AccountScope,
  lines: DepositLineInput[],
): Promise<Map<string, FinancialBody<unknown>>> {
  const found = new Map<string, FinancialBody<unknown>>();
  for (const kind of paidOutKinds) {
    const ids = lines.flatMap((line) => (line.type === kind ? [line.record_id] : []));
    if (ids.length === 0) continue;
    const records = await recordsOfKind(store, kind).find(scope, { _id: { $in: ids } }, { limit: MAX_LINES });
    for (const record of records) found.set(`${kind}/${record._id}`, record);
  }
  return found;
}

/** Builds the line of a record. Payments increase the amount of the deposit. Refunds and fees reduce it. */
function recordLine(
  { type, record_id, amount }: RecordLineInput,
  record: FinancialBody<unknown>,
  currencyCode: string,
  index: number,
): StoredLine {
  const own = type === 'payment' ? record.amount_minor : -record.amount_minor;
  const isSame = record.currency_code === currencyCode;
  const at = `lines.${index}.amount`;
  const sent = amount === undefined ? undefined : exactMinor(amount, currencyCode, at);
  if (isSame && sent !== undefined && sent !== own) {
    throw new ApiError(
      'bad_request',
      `${at}: ${amount} is not the amount of the ${type}, which is ${fromMinor(own, currencyCode)}`,
    );
  }
  if (!isSame && sent === undefined) {
    throw new ApiError(
      'bad_request',
      `${at}: is required; ${type} ${record_id} is in ${record.currency_code} and the deposit in ${currencyCode}`,
    );
  }
  if (sent !== undefined && Math.sign(sent) !== Math.sign(own)) {
    throw new ApiError(
      'bad_request',
      `${at}: ${amount} has the wrong sign; a ${type} is ${own > 0 ? 'above' : 'below'} 0`,
    );
  }
  return {
    type,
    record_id,
    booking_id: record.booking_id,
    property_id: record.property_id,
    description: null,
    amount_minor: sent ?? own,
    source: isSame ? null : { amount_minor: own, currency_code: record.currency_code },
  };
}

async function adjustmentLine(
  store: FinanceStore,
  scope: AccountScope,
  { type, amount, description, booking_id }: AdjustmentInput,
  currencyCode: string,
  index: number,
): Promise<StoredLine> {
  const at = `lines.${index}`;
  const booking = booking_id === null ? undefined : await knownBooking(store, scope, booking_id, `${at}.booking_id`);
  return {
    type,
    record_id: null,
    booking_id,
    property_id: booking?.property_id ?? null,
    description,
    amount_minor: exactMinor(amount, currencyCode, `${at}.amount`),
    source: null,
  };
}
