import type { ChangeEvent } from '@keyhaven/events/change-event';
import { ImpossibleEvent } from '@keyhaven/events/event-bus';
import type { Model } from 'mongoose';
import { genericFilter } from '../generic-filter';
import { type CopyDocument, type CopyFields, REDRIVEN_CREATES_MS } from './copy-document';
import type { CopyRepository } from './copy-repository';
import { copyStages } from './copy-stages';
import { updateCopy } from './write-copies';

/**
 * The fields of an event that applyCopy uses. They determine the place of the event among the events
 * of the same record, and the time at which the content of the event was valid.
 */
export type PublishedRecord = Pick<
  ChangeEvent,
  'entity_id' | 'user_id' | 'generation' | 'version' | 'occurred_utc' | 'is_resync' | 'resync_epoch'
>;

/**
 * Stores a copy of another service's record from an event. Events are ordered by generation (which
 * increases when that service is restored from a backup) and version. An event that is older than
 * the stored copy changes nothing; an event of the same generation and version is applied again.
 * The condition of the write checks the order. A redriven event that is older than REDRIVEN_CREATES_MS
 * creates no copy, because the tombstone of a deleted record may have expired.
 * @param fields the fields of the record that the copy keeps. Undefined stores a tombstone, which
 *   older events do not overwrite.
 * @param options.isRedriven whether the event was a dead letter.
 * @param options.keepBefore whether the copy keeps its earlier state until its follow-up work is done.
 * @returns the copy as written; undefined if the event changed nothing.
 */
export async function applyCopy<Copy extends CopyDocument>(
  copies: CopyRepository<Copy>,
  event: PublishedRecord,
  fields: CopyFields<Copy> | undefined,
  { keepBefore = false, isRedriven = false } = {},
): Promise<Copy | undefined> {
  const { generation, version, user_id, entity_id: _id } = event;
  const write = { _id, user_id, generation, version, published_utc: publishedAt(event), fields };
  const { model } = copies;
  const notNewer = {
    $or: [
      { generation: { $lt: generation } },
      { generation, version: { $lt: version } },
      { generation, version, deleted_utc: { $exists: false } },
      // The copy is a tombstone, because a resync did not republish this record. An event with the
      // same version restores the copy, unless the event is from before that resync.
      { generation, version, published_utc: { $lte: write.published_utc } },
    ],
  };
  const pipeline = copyStages(write, keepBefore);
  const mayBeForgotten = isRedriven && Date.now() - write.published_utc.getTime() > REDRIVEN_CREATES_MS;
  const upsert = fields === undefined || !mayBeForgotten;
  const condition = { _id, user_id, ...notNewer };
  const { document, mayBeNew } = await copies.write({ condition, pipeline, write, upsert });
  if (!document) {
    // If this event belongs to a resync, mark the newer copy as republished, so that the end of the
    // resync keeps it.
    if (event.is_resync)
      await model.updateOne(genericFilter({ _id, user_id }), { $max: { published_utc: write.published_utc } });
    return undefined;
  }
  if (!mayBeNew) return document;
  // This event may be from before a restore of the service, and arrive after the resync that
  // followed the restore. The end of that resync removed only the copies that existed at that time,
  // so check the generation here.
  const floor = await copies.floors.read(user_id);
  if (generation >= floor) return document;
  return replaceByTombstone(
    model,
    document,
    { generation: floor, version: 0 },
    { generation: { $lt: floor } },
    keepBefore,
  );
}

/**
 * Replaces a copy with a tombstone if the condition holds. @returns undefined if it does not hold.
 */
export async function replaceByTombstone<Copy extends CopyDocument>(
  model: Model<Copy>,
  { _id, user_id, published_utc }: Pick<CopyDocument, '_id' | 'user_id' | 'published_utc'>,
  ordering: Pick<CopyDocument, 'generation' | 'version'>,
  condition: object,
  keepBefore: boolean,
): Promise<Copy | undefined> {
  const write = { _id, user_id, ...ordering, published_utc: published_utc ?? new Date(0), fields: undefined };
  const { document } = await updateCopy(model, { _id, user_id, ...condition }, copyStages(write, keepBefore), false);
  return document;
}

function publishedAt({ is_resync, resync_epoch, occurred_utc }: PublishedRecord): Date {
  const published = new Date(is_resync && resync_epoch !== undefined ? resync_epoch : occurred_utc);
  if (Number.isNaN(published.getTime())) throw new ImpossibleEvent(`${occurred_utc} is not an instant`);
  return published;
}
