import { type ChangeEvent, EVERY_ACCOUNT } from '@keyhaven/events/change-event';
import { EVENTS_KEPT_MS, ImpossibleEvent } from '@keyhaven/events/event-bus';
import { genericFilter } from '../generic-filter';
import { replaceByTombstone } from './apply-copy';
import type { CopyDocument } from './copy-document';
import type { CopyRepository } from './copy-repository';

/**
 * Changes during a resync may carry a time up to this long before it began, in milliseconds: the database's clock may
 * go back when another member becomes primary.
 */
const CLOCK_SKEW_MS = 60_000;
const PAGE_SIZE = 500;

/**
 * Removes the copies that a resync did not republish and that have not changed since it began. Copies of an older
 * generation are removed even if they changed since, because the restored service does not have their records. A very
 * late end mark removes nothing.
 * @param removed called for each copy that became a tombstone.
 */
export async function endResync<Copy extends CopyDocument>(
  copies: CopyRepository<Copy>,
  mark: ChangeEvent,
  keepBefore: boolean,
  removed: (tombstone: Copy) => Promise<void>,
): Promise<void> {
  const { generation, user_id, resync_epoch } = mark;
  const epoch = Date.parse(resync_epoch ?? '');
  if (Number.isNaN(epoch)) throw new ImpossibleEvent(`the end mark has no epoch: ${resync_epoch}`);
  // The bus may have dropped the first events of this resync, so this consumer cannot know which records were
  // republished.
  if (Date.now() - epoch > EVENTS_KEPT_MS) return;
  const account = user_id === EVERY_ACCOUNT ? undefined : user_id;
  await copies.floors.raise(account, generation);
  const ofOlderGeneration = { generation: { $lt: generation } };
  const notRepublished = {
    generation,
    published_utc: { $not: { $gte: new Date(epoch - CLOCK_SKEW_MS) } },
    deleted_utc: { $exists: false },
  };
  for (let afterId = -1, found = PAGE_SIZE; found === PAGE_SIZE;) {
    const page = await copies.model
      .find(
        genericFilter({
          ...(account === undefined ? {} : { user_id: account }),
          _id: { $gt: afterId },
          $or: [ofOlderGeneration, notRepublished],
        }),
        { user_id: 1, generation: 1, version: 1 },
      )
      .sort({ _id: 1 })
      .limit(PAGE_SIZE)
      .lean<Pick<CopyDocument, '_id' | 'user_id' | 'generation' | 'version'>[]>();
    found = page.length;
    for (const copy of page) {
      afterId = copy._id;
      const isOlder = copy.generation < generation;
      const tombstone = await replaceByTombstone(
        copies.model,
        { ...copy, published_utc: new Date(epoch) },
        // The versions of a new generation start lower, and each of them must be able to restore the record.
        { generation, version: isOlder ? 0 : copy.version },
        isOlder ? ofOlderGeneration : { ...notRepublished, version: copy.version },
        keepBefore,
      );
      if (tombstone) await removed(tombstone);
    }
  }
}
