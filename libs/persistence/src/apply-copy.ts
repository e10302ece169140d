import type { ChangeEvent } from '@keyhaven/events/change-event';
import type { Model } from 'mongoose';
import { isDuplicateKey } from './duplicate-key';

/** A record of another service that this one keeps a copy of. */
export interface CopyDocument {
  _id: number;
  user_id: number;
  generation: number;
  version: number;
}

/**
 * Stores what an event tells of another service's record. Copies are ordered by generation and version: an older event
 * changes nothing, the same is applied again, and the condition is the write's own.
 * @param fields what is kept of the record.
 */
export async function applyCopy<Document extends CopyDocument>(
  model: Model<Document>,
  event: ChangeEvent,
  fields: Omit<Document, keyof CopyDocument>,
): Promise<void> {
  const { generation, version, user_id, entity_id } = event;
  const notNewer = { $or: [{ generation: { $lt: generation } }, { generation, version: { $lte: version } }] };
  const write = (upsert: boolean) =>
    model.updateOne(
      { _id: entity_id, user_id, ...notNewer } as never,
      { $set: { ...fields, generation, version } },
      { upsert },
    );
  try {
    await write(true);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    // There is a copy by now: a newer one, which stays, or an older one that another event made at the same time.
    await write(false);
  }
}
