import type { ChangeEvent } from '@keyhaven/events/change-event';
import { ImpossibleEvent } from '@keyhaven/events/event-bus';
import type { Model } from 'mongoose';
import { isDuplicateKey } from '../duplicate-key';
import { genericFilter } from '../generic-filter';
import type { CopyDocument, CopyFields } from './copy-document';
import type { CopyRepository } from './copy-repository';

type Stage = Record<string, unknown>;

/** Orders the events of one record, with the time as of which its content is valid. */
export type PublishedRecord = Pick<
  ChangeEvent,
  'entity_id' | 'user_id' | 'generation' | 'version' | 'occurred_utc' | 'is_resync' | 'resync_epoch'
>;

/** The content of an event, which is stored unless the copy is newer. */
interface CopyWrite {
  _id: number;
  user_id: number;
  generation: number;
  version: number;
  published_utc: Date;
  fields: Record<string, unknown> | undefined;
}

/**
 * Stores an event's state of another service's record. Copies are ordered by generation and version: an older event changes
 * nothing, and an equal one is applied again. The order is part of the write's condition.
 * @param fields the fields to keep of the record; undefined leaves a tombstone, which older events do not overwrite.
 * @param keepBefore whether the copy keeps its earlier state until its follow-up work is done.
 * @returns the copy as written; undefined when the stored one is newer.
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
      // A record that the end of a resync removed is restored by a later event, and not by an earlier one.
      { generation, version, published_utc: { $lte: write.published_utc } },
    ],
  };
  const { document, isNew } = await writeCopy(model, notNewer, write, keepBefore);
  if (!document) {
    // The copy is newer than the resync's event, but counts as republished, so that the end of the resync keeps it.
    if (event.is_resync)
      await model.updateOne(genericFilter({ _id, user_id }), { $max: { published_utc: write.published_utc } });
    return undefined;
  }
  if (!isNew) return document;
  // The end of a resync removes existing copies; this event may be older than the restore and arrive after that end.
  const floor = await copies.floors.read(user_id);
  if (generation >= floor) return document;
  return entomb(model, document, { generation: floor, version: 0 }, { generation: { $lt: floor } }, keepBefore);
}

/** Turns a copy into a tombstone, on a condition. @returns undefined when the condition does not hold. */
export async function entomb<Copy extends CopyDocument>(
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
    // A copy already exists: a newer one, which stays, or an older one from a concurrent event.
    return update(model, condition, stages(write, keepBefore), false);
  }
}

async function update<Copy extends CopyDocument>(
  model: Model<Copy>,
  condition: Record<string, unknown>,
  pipeline: Stage[],
  upsert: boolean,
): Promise<{ document: Copy | undefined; isNew: boolean }> {
  const { value, lastErrorObject } = await model.findOneAndUpdate(genericFilter(condition), pipeline, {
    upsert,
    returnDocument: 'after',
    updatePipeline: true,
    includeResultMetadata: true,
    lean: true,
  });
  return {
    document: (value ?? undefined) as Copy | undefined,
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
 * Adds the state before this change to the states before earlier changes whose follow-up work is not done. An event that is
 * applied again while that work fails adds nothing.
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
