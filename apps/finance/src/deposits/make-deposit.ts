import type { DepositCreation } from '@keyhaven/contracts/finance/record-input';
import type { Deposit } from '@keyhaven/contracts/finance/records';
import { ApiError, PassingRefusal } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { isDuplicateKey, isDuplicateOf } from '@keyhaven/persistence/duplicate-key';
import { FIRST_VERSION } from '@keyhaven/service/http/versioned';
import { fromMinor } from '@keyhaven/stays/money';
import type { FinanceStore } from '../store/finance-store';
import { exactMinor } from '../records/amount-minor';
import type { StoredLine } from '../store/financial-record.model';
import { newRecord, takesEffect } from '../records/store-record';
import { lineKeys, readLines } from './deposit-lines';
import { job } from '../jobs';

/**
 * Creates a deposit. Its amount is the sum of its lines. A unique index on the keys of the records
 * ensures that at most one deposit in force (pending or completed) pays out a record.
 * @throws ApiError bad_request for invalid lines; conflict for records that are already paid out or
 *   are not completed.
 */
export async function makeDeposit(
  store: FinanceStore,
  scope: AccountScope,
  input: DepositCreation,
): Promise<{ record: Deposit; version: number }> {
  const { currency_code, account, status } = input;
  const { record } = await refusePaidOut(store, scope, input, () =>
    store.deposits.records.create(scope, async () => {
      const lines = await readLines(store, scope, input);
      const keys = lineKeys(lines);
      const after = {
        ...(await newRecord(store, scope, 'deposit', input)),
        property_id: theOnly(lines.map(({ property_id }) => property_id)),
        booking_id: theOnly(lines.map(({ booking_id }) => booking_id)),
        amount_minor: sumOf(lines, input),
        currency_code,
        ...takesEffect(status, input.deposited_utc),
        details: { account, lines },
        ...(keys.length > 0 ? { line_keys: keys } : {}),
      };
      return { after, jobs: [job('link_deposit_records', {})] };
    }),
  );
  return { record, version: FIRST_VERSION };
}

/** Sums the lines. @throws ApiError bad_request if the request has a different amount. */
function sumOf(lines: StoredLine[], { amount, currency_code }: DepositCreation): number {
  const sum = lines.reduce((total, { amount_minor }) => total + amount_minor, 0);
  if (amount !== undefined && exactMinor(amount, currency_code, 'amount') !== sum) {
    throw new ApiError(
      'bad_request',
      `amount: ${amount} is not the sum of the lines, which is ${fromMinor(sum, currency_code)}`,
    );
  }
  return sum;
}

/** Returns the value that all lines have in common. Null if the values differ or there are no lines. */
function theOnly(values: (number | null)[]): number | null {
  const [first = null, ...others] = new Set(values);
  return others.length > 0 ? null : first;
}

/**
 * Replaces a duplicate key error with an error that names the record and the deposit that already pays out this record.
 */
async function refusePaidOut<Made>(
  store: FinanceStore,
  scope: AccountScope,
  input: DepositCreation,
  make: () => Promise<Made>,
): Promise<Made> {
  try {
    return await make();
  } catch (error) {
    if (!isDuplicateKey(error) || !isDuplicateOf(error, 'line_keys')) throw error;
    const keys = input.lines.flatMap((line) => (line.type === 'adjustment' ? [] : [`${line.type}/${line.record_id}`]));
    const holders = await store.deposits.records.readFields(
      scope,
      { line_keys: { $in: keys } },
      ['line_keys'],
      keys.length,
    );
    const taken = holders.flatMap(({ _id, line_keys = [] }) =>
      line_keys
        .filter((key) => keys.includes(key))
        .map((key) => `${key.replace('/', ' ')} is in deposit ${_id} already`),
    );
    if (taken.length > 0) throw new ApiError('conflict', `lines: ${taken.join('; ')}`);
    throw new PassingRefusal('conflict', 'lines: another deposit has just paid out a record; read the records again');
  }
}
