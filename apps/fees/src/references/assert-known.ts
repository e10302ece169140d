import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { FeesStore } from '../fees-store';

/** Ids of records of another service that a field names. */
export interface NamedRecords {
  field: string;
  noun: 'property' | 'listing site';
  ids: readonly number[];
  /** What the field named before, which stands. */
  before?: readonly number[];
}

/** News of a record that was just made may be under way: an unknown id is looked up again for this long. */
const PATIENCE_MS = 1500;
const PAUSE_MS = 100;
/** How many unknown ids an answer names. */
const MAX_FAULTS = 20;

/**
 * Checks that the account has the records that are named. Another account's ids are answered as ids that do not exist.
 * @throws ApiError bad_request naming the field and each id that was not found.
 */
export async function assertKnown(
  store: FeesStore,
  scope: AccountScope,
  named: readonly NamedRecords[],
): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const faults = (await Promise.all(named.map((records) => unknownOnes(store, scope, records)))).flat();
    if (faults.length === 0) return;
    if (Date.now() > end) throw new ApiError('bad_request', faults.slice(0, MAX_FAULTS));
    await sleep(PAUSE_MS);
  }
}

async function unknownOnes(
  store: FeesStore,
  scope: AccountScope,
  { field, noun, ids, before = [] }: NamedRecords,
): Promise<string[]> {
  const newly = ids.filter((id) => !before.includes(id));
  if (newly.length === 0) return [];
  const copies = noun === 'property' ? store.properties : store.listingSites;
  const found = await copies.find(scope, { _id: { $in: newly } }, { limit: newly.length });
  const known = new Set(found.map(({ _id }) => _id));
  return newly
    .filter((id) => !known.has(id))
    .map((id) => `${field}: the ${noun} id ${id} was not found or is not available`);
}
