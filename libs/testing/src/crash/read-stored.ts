import type { Connection } from 'mongoose';
import type { StoredRecord } from './violations';

/** Where a service's records are in its database. */
export interface RecordPlace {
  collection: string;
  /** The `entity_type` of their events; left out: they have no events, but work that has to be done. */
  type?: string;
  /** Which documents hold such a record; left out: all. */
  where?: Record<string, unknown>;
  /** The field of the document that holds the record; left out: the document itself. */
  part?: string;
  /** Whether the nights of the document are another record's of the same document. */
  holdsNoNights?: true;
  /** Which documents have something to do beside telling what is in their outboxes; left out: none. */
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

/** All records of a service, read past the service. */
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

/** How many documents still have something to tell: those of an account, or all. */
export async function countUnpublished(
  connection: Connection,
  places: readonly RecordPlace[],
  userId?: number,
): Promise<number> {
  const ofWhom = userId === undefined ? {} : { user_id: userId };
  const unpublished = places.map(({ collection }) => ({ collection, filter: { ...UNTOLD, ...ofWhom } }));
  return countAll(connection, [...unpublished, { collection: 'outbox_spill', filter: ofWhom }]);
}

/** How many documents still have something to tell, or to do. */
export async function countUnfinished(connection: Connection, places: readonly RecordPlace[]): Promise<number> {
  const unfinished = places.flatMap(({ collection, unfinished: filter }) => (filter ? [{ collection, filter }] : []));
  return (await countUnpublished(connection, places)) + (await countAll(connection, unfinished));
}

const UNTOLD = { outbox_due_utc: { $exists: true } };

async function countAll(
  connection: Connection,
  places: readonly { collection: string; filter: Record<string, unknown> }[],
): Promise<number> {
  const counts = await Promise.all(
    places.map(({ collection, filter }) => connection.collection(collection).countDocuments(filter)),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
