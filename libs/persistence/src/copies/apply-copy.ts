import type { ChangeEvent } from '@keyhaven/events/change-event';
import { ImpossibleEvent } from '@keyhaven/events/event-bus';
import type { Model } from 'mongoose';
import { isDuplicateKey } from '../duplicate-key';
import { genericFilter } from '../generic-filter';
import type { CopyDocument, CopyFields } from './copy-document';
import type { CopyRepository } from './copy-repository';

type Stage = Record<string, unknown>;

/** The fields of an event that order the events of one record and say when its content was valid. */
export type PublishedRecord = Pick<
  ChangeEvent,
  'entity_id' | 'user_id' | 'generation' | 'version' | 'occurred_utc' | 'is_resync' | 'resync_epoch'
>;

/** The state of a copy after an event. It is stored unless the stored copy is newer. */
interface CopyWrite {
  _id: number;
  user_id: number;
  generation: number;
  version: number;
  published_utc: Date;
  fields: Record<string, unknown> | undefined;
}

/**
 * Stores the state of another service's record that an event contains. Copies are ordered by generation and version: an
 * older event changes nothing, and an equal one is applied again. The condition of the write contains this order.
 * @param fields the fields of the record to keep. Undefined stores a tombstone, which older events do not overwrite.
 * @param keepBefore whether the copy keeps its earlier state until its follow-up work is done.
 * @returns the copy as written; undefined when the stored copy is newer.
 */
export async function applyCopy<Copy extends CopyDocument>(
  copies: CopyRepository<Copy>,
  event: PublishedRecord,
  fields: CopyFields<Copy> | undefined,
  keepBefore = false,
): Promise<Copy | undefined> {
  const { generation, version, user_id, entity_id: _id } = event;
  const write = { _id, user_id, generation, version, published_utc: publishedAt(event), fields };
  const { model } = copies;
  const notNewer = {
    $or: [
      { generation: { $lt: generation } },
      { generation, version: { $lt: version } },
      { generation, version, deleted_utc: { $exists: false } },
      // The end of a resync removed this record. A later event restores it, an earlier one does not.
      { generation, version, published_utc: { $lte: write.published_utc } },
    ],
  };
  const { document, isNew } = await writeCopy(model, notNewer, write, keepBefore);
  if (!document) {
    // The stored copy is newer than the event of this resync. Mark it as republished, so that the end of the resync
    // keeps it.
    if (event.is_resync)
      await model.updateOne(genericFilter({ _id, user_id }), { $max: { published_utc: write.published_utc } });
    return undefined;
  }
  if (!isNew) return document;
  // This event may be older than a restore of the service, and arrive after the resync that followed the restore. The
  // end of that resync removed only the copies that existed then, so check the generation here.
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

/** Replaces a copy with a tombstone if the condition holds. @returns undefined when it does not. */
export async function replaceByTombstone<Copy extends CopyDocument>(
  model: Model<Copy>,
  { _id, user_id, published_utc }: Pick<CopyDocument, '_id' | 'user_id' | 'published_utc'>,
  ordering: Pick<CopyDocument, 'generation' | 'version'>,
  condition: object,
  keepBefore: boolean,
): Promise<Copy | undefined> {
  const write = { _id, user_id, ...ordering, published_utc: published_utc ?? new Date(0), fields: undefined };
  const { document } = await update(model, { _id, user_id, ...condition }, stages(write, keepBefore), false);
  return document;
}

async function writeCopy<Copy extends CopyDocument>(
  model: Model<Copy>,
  notNewer: object,
  write: CopyWrite,
  keepBefore: boolean,
): Promise<{ document: Copy | undefined; isNew: boolean }> {
  const { _id, user_id } = write;
  const condition = { _id, user_id, ...notNewer };
  try {
    return await update(model, condition, stages(write, keepBefore), true);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    // The copy exists already. Either it is newer and stays, or a concurrent event has just stored an older one.
    return update(model, condition, stages(write, keepBefore), false);
  }
}

async function update<Copy extends CopyDocument>(
  model: Model<Copy>,
  condition: Record<string, unknown>,
  pipeline: Stage[],
  upsert: boolean,
): Promise<{ document: Copy | undefined; isNew: boolean }> {
  const { value, lastErrorObject } = await model.collection.findOneAndUpdate(condition, pipeline, {
    upsert,
    returnDocument: 'after',
    includeResultMetadata: true,
  });
  return {
    document: (value as Copy | null) ?? undefined,
    isNew: lastErrorObject?.updatedExisting === false,
  };
}

function stages(write: CopyWrite, keepBefore: boolean): Stage[] {
  const { generation, version, published_utc, fields } = write;
  const published = {
    generation: { $literal: generation },
    version: { $literal: version },
    published_utc: latest(published_utc),
  };
  const before = keepBefore ? { follow_up: followUp(write) } : {};
  if (fields === undefined) {
    const key = { _id: '$_id', user_id: '$user_id' };
    return [{ $replaceWith: { ...key, ...published, ...before, deleted_utc: '$$NOW' } }];
  }
  const literals = Object.entries(fields).map(([field, value]) => [field, { $literal: value }]);
  return [{ $set: { ...Object.fromEntries(literals), ...published, ...before } }, { $unset: ['deleted_utc'] }];
}

function latest(published: Date): object {
  return { $max: ['$published_utc', { $literal: published }] };
}

/**
 * Appends the state of the copy before this change to `follow_up.before`, which lists the states before all changes
 * whose follow-up work is not done. If the same event is applied again because that work failed, this adds nothing.
 */
function followUp({ generation, version, fields }: CopyWrite): Stage {
  const has = (field: string) => ({ $ne: [{ $type: `$${field}` }, 'missing'] });
  const isThere = { $and: [has('version'), { $not: [has('deleted_utc')] }] };
  const isRepeated = {
    $and: [
      has('follow_up'),
      { $eq: ['$generation', { $literal: generation }] },
      { $eq: ['$version', { $literal: version }] },
      { $eq: [isThere, fields !== undefined] },
    ],
  };
  const itself = { $cond: [isThere, { $unsetField: { field: 'follow_up', input: '$$ROOT' } }, null] };
  return {
    before: { $concatArrays: [{ $ifNull: ['$follow_up.before', []] }, { $cond: [isRepeated, [], [itself]] }] },
  };
}

function publishedAt({ is_resync, resync_epoch, occurred_utc }: PublishedRecord): Date {
  const published = new Date(is_resync && resync_epoch !== undefined ? resync_epoch : occurred_utc);
  if (Number.isNaN(published.getTime())) throw new ImpossibleEvent(`${occurred_utc} is not an instant`);
  return published;
}
