import type { Connection } from 'mongoose';
import type { StoredRecord } from './violations';

/** Where a service's records are stored in its database. */
export interface RecordPlace {
  collection: string;
  /** The `entity_type` of their events; absent if they have no events but pending work. */
  type?: string;
  /** The filter for documents that hold such a record; all documents if left out. */
  where?: Record<string, unknown>;
  /** The field of the document that holds the record; the document itself if left out. */
  part?: string;
  /** Whether the nights of the document belong to another record of the same document. */
  holdsNoNights?: true;
  /** The filter for documents with pending work other than their outbox; none if left out. */
  unfinished?: Record<string, unknown>;
}

interface AnyDocument {
  _id: number;
  user_id: number;
  version?: number;
  night_keys?: string[];
  outbox?: unknown[];
  [part: string]: unknown;
}

/** All records of a service, read directly from its database. */
export async function readStored(connection: Connection, places: readonly RecordPlace[]): Promise<StoredRecord[]> {
  const found = await Promise.all(
    places.map(async ({ collection, type, where = {}, part, holdsNoNights }) => {
      if (type === undefined) return [];
      const documents = await connection.collection<AnyDocument>(collection).find(where).toArray();
      return documents
        .filter((document) => !part || document[part])
        .map((document) => {
          const held = part ? (document[part] as { id: number; version: number }) : undefined;
          return {
            type,
            id: held?.id ?? document._id,
            userId: document.user_id,
            version: held?.version ?? document.version ?? 0,
            nightKeys: holdsNoNights ? [] : (document.night_keys ?? []),
          };
        });
    }),
  );
  return found.flat();
}

/** The number of documents with a filled outbox, of one account or of all. */
export async function countUnpublished(
  connection: Connection,
  places: readonly RecordPlace[],
  userId?: number,
): Promise<number> {
  const ofWhom = userId === undefined ? {} : { user_id: userId };
  const unpublished = places.map(({ collection }) => ({ collection, filter: { ...UNPUBLISHED, ...ofWhom } }));
  return countAll(connection, [...unpublished, { collection: 'outbox_spill', filter: ofWhom }]);
}

/** The number of documents with a filled outbox or other pending work. */
export async function countUnfinished(connection: Connection, places: readonly RecordPlace[]): Promise<number> {
  const unfinished = places.flatMap(({ collection, unfinished: filter }) => (filter ? [{ collection, filter }] : []));
  return (await countUnpublished(connection, places)) + (await countAll(connection, unfinished));
}

const UNPUBLISHED = { outbox_due_utc: { $exists: true } };

async function countAll(
  connection: Connection,
  places: readonly { collection: string; filter: Record<string, unknown> }[],
): Promise<number> {
  const counts = await Promise.all(
    places.map(({ collection, filter }) => connection.collection(collection).countDocuments(filter)),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
