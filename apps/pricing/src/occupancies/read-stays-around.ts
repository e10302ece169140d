import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { readStored } from '@keyhaven/persistence/stored-reads';
import { addDays } from '@keyhaven/stays/calendar-date';
import { MAX_NIGHTS, type Stay } from '@keyhaven/stays/nights';
import type { PricingStore } from '../store/pricing-store';
import { groupStays } from './domain/group-stays';

type Store = Pick<PricingStore, 'reads' | 'occupancies'>;

/**
 * Reads the stays at a property that are nearest to a given stay: the last one that departs on or before the arrival of
 * the given stay, and the first one that arrives on or after its departure. The result can contain other stays too.
 * Calls for the same property in the same turn of the event loop share queries, so a batch of events needs few queries.
 */
export function readStaysAround(
  store: Store,
  { accountId }: AccountScope,
  propertyId: number,
  stay: Stay,
): Promise<readonly Stay[]> {
  return store.reads.gather(`stays around ${accountId} ${propertyId}`, stay, async (stays: readonly Stay[]) => {
    const answers = new Map<Stay, readonly Stay[]>();
    const reading = groupStays(stays).map(async (group) => {
      const found = await readAroundGroup(store, accountId, propertyId, group);
      for (const one of group) answers.set(one, found);
    });
    await Promise.all(reading);
    return stays.map((one) => answers.get(one)!);
  });
}

/**
 * Reads the nearest stay before a group of stays, and the nearest stay after the group. If the group has several stays,
 * also reads all stays between its first arrival and its last departure.
 */
async function readAroundGroup(
  { occupancies }: Pick<Store, 'occupancies'>,
  accountId: number,
  propertyId: number,
  group: readonly Stay[],
): Promise<Stay[]> {
  const first = group.map(({ arrival }) => arrival).reduce((a, b) => (a < b ? a : b));
  const last = group.map(({ departure }) => departure).reduce((a, b) => (a > b ? a : b));
  const occupying = {
    ...{ user_id: accountId, property_id: propertyId, occupies: true, deleted_utc: { $exists: false } },
    // An expired hold occupies no nights, even before its expiry is published.
    $or: [{ expires_utc: null }, { expires_utc: { $gt: new Date() } }],
  };
  const read = (condition: object, options: object) =>
    readStored<Stay>(
      occupancies.model,
      { ...occupying, ...condition },
      { projection: { arrival: 1, departure: 1 }, ...options },
    );
  const found = await Promise.all([
    read({ departure: { $lte: first } }, { sort: { departure: -1 }, limit: 1 }),
    read({ departure: { $gt: last }, arrival: { $gte: last } }, { sort: { departure: 1 }, limit: 1 }),
    group.length === 1
      ? []
      : read({ departure: { $gt: first, $lt: addDays(last, MAX_NIGHTS) }, arrival: { $lt: last } }, {}),
  ]);
  return found.flat();
}
