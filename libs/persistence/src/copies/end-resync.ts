import { type ChangeEvent, EVERY_ACCOUNT } from '@keyhaven/events/change-event';
import { EVENTS_KEPT_MS, ImpossibleEvent } from '@keyhaven/events/event-bus';
import { genericFilter } from '../generic-filter';
import { replaceByTombstone } from './apply-copy';
import type { CopyDocument } from './copy-document';
import type { CopyRepository } from './copy-repository';

/**
 * The tolerance for clocks, in milliseconds. The database's clock may go back when another member
 * becomes primary. So the time of a change during a resync may be up to this long before the start
 * of the resync.
 */
const CLOCK_SKEW_MS = 60_000;
const PAGE_SIZE = 500;

/**
 * Removes the copies that a resync did not republish and that have not changed since the resync
 * began. Copies of an older generation are removed even if they changed, because the restored
 * service does not have their records. An end mark that is older than EVENTS_KEPT_MS removes
 * nothing.
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
  // This resync began so long ago that the bus may have dropped its first events. So this consumer
  // cannot know which records were republished.
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
        // A new generation may start with lower versions, and an event with any of these versions
        // must be able to restore the record. So the tombstone of a copy of an older generation
        // gets version 0.
        { generation, version: isOlder ? 0 : copy.version },
        isOlder ? ofOlderGeneration : { ...notRepublished, version: copy.version },
        keepBefore,
      );
      if (tombstone) await removed(tombstone);
    }
  }
}
