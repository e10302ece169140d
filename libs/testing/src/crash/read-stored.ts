import type { Connection } from 'mongoose';
import type { StoredRecord } from './violations';

/** Where records of one type are stored in a service's database. */
export interface RecordPlace {
  collection: string;
  /**
   * The `entity_type` in the events of the records. Absent for documents without events, which may
   * still have pending work.
   */
  type?: string;
  /** Selects the documents that contain a record of this type. Defaults to all documents. */
  where?: Record<string, unknown>;
  /** The field of the document that contains the record. Defaults to the whole document. */
  part?: string;
  /**
   * Whether the record occupies no nights, because the nights of the document belong to another
   * record in the same document.
   */
  holdsNoNights?: true;
  /** Selects documents with pending work outside their outbox. Defaults to none. */
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

/** Reads all records of a service directly from its database. */
export async function readStored(connection: Connection, places: readonly RecordPlace[]): Promise<StoredRecord[]> {
  const found = await Promise.all(
    places.map(async ({ collection, type, where = {}, part, holdsNoNights }) => {
      if (type === undefined) return [];
      const documents = await connection.collection<AnyDocument>(collection).find(where).toArray();
      return documents
        .filter((document) => !part || document[part])
        .map((document) => {
          const record = part ? (document[part] as { id: number; version: number }) : undefined;
          return {
            type,
            id: record?.id ?? document._id,
            userId: document.user_id,
            version: record?.version ?? document.version ?? 0,
            nightKeys: holdsNoNights ? [] : (document.night_keys ?? []),
          };
        });
    }),
  );
  return found.flat();
}

/** Counts the documents with entries in their outbox, for one account or for all. */
export async function countUnpublished(
  connection: Connection,
  places: readonly RecordPlace[],
  userId?: number,
): Promise<number> {
  const ofWhom = userId === undefined ? {} : { user_id: userId };
  const unpublished = places.map(({ collection }) => ({ collection, filter: { ...UNPUBLISHED, ...ofWhom } }));
  return countAll(connection, [...unpublished, { collection: 'outbox_spill', filter: ofWhom }]);
}

/** Counts the documents with entries in their outbox or other pending work. */
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
