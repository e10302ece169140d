import { createHash } from 'node:crypto';
import { DATABASE_PREFIX, dataServiceNames } from '@keyhaven/contracts/platform/services';
import { mongo } from 'mongoose';

/**
 * The documents of an account in all services. The keys consist of database, collection and id, and the values are
 * hashes of the documents.
 */
export type Snapshot = ReadonlyMap<string, string>;

/** The prefix of the hash of a document with pending events or jobs, which will change again. */
const PENDING = 'pending ';

/**
 * Collections that a refused request may change, because they contain no records of the account. They contain the
 * request log, counts of attempts, responses to repeated requests, and reserved ids.
 */
const aboutRequests = new Set([
  'answered_requests',
  'attempts',
  'id_counters',
  'readiness_probes',
  'request_chunks',
  'shared_counts',
]);
/**
 * Fields of documents that a refused request may change, because these fields do not belong to the
 * record in the document.
 */
const fieldsAboutRequests = new Set(['idempotency', 'idempotency_bytes', 'last_used_utc']);
/** Collections in which the _id of a document is the id of the account. */
const keyedByAccount = new Set(['event_logs', 'accounts']);

interface StoredDocument {
  _id: number | string;
  user_id?: number;
  /** Present while the document has pending events or jobs. */
  outbox_due_utc?: Date;
  /**
   * Changes of a calendar that are not published yet. A change is published two seconds after it
   * was made.
   */
  pending?: object;
}

/** Reads snapshots of accounts. */
export class AccountReader {
  private constructor(
    private readonly client: mongo.MongoClient,
    private readonly collections: readonly mongo.Collection<StoredDocument>[],
  ) {}

  static async open(uri: string, prefix = DATABASE_PREFIX): Promise<AccountReader> {
    const client = await new mongo.MongoClient(uri).connect();
    const collections: mongo.Collection<StoredDocument>[] = [];
    for (const service of dataServiceNames) {
      const database = client.db(`${prefix}${service}`);
      for (const { name } of await database.listCollections({}, { nameOnly: true }).toArray())
        if (!aboutRequests.has(name)) collections.push(database.collection(name));
    }
    return new AccountReader(client, collections);
  }

  async read(userId: number): Promise<Snapshot> {
    const snapshot = new Map<string, string>();
    await Promise.all(
      this.collections.map(async (collection) => {
        const filter = keyedByAccount.has(collection.collectionName) ? { _id: userId } : { user_id: userId };
        for (const document of await collection.find(filter).toArray()) {
          if (isRefusal(document)) continue;
          const kept = Object.entries(document).filter(([name]) => !fieldsAboutRequests.has(name));
          const hash = createHash('sha1').update(JSON.stringify(kept)).digest('base64');
          snapshot.set(
            `${collection.dbName}.${collection.collectionName} ${String(document._id)}`,
            isUnfinished(document) ? PENDING + hash : hash,
          );
        }
      }),
    );
    return snapshot;
  }

  close(): Promise<void> {
    return this.client.close();
  }
}

/** Whether a document only stores that a request with an Idempotency-Key was refused. */
function isRefusal(document: { _id: unknown }): boolean {
  return typeof document._id === 'number' && document._id < 0 && !('revision' in document);
}

function isUnfinished({ outbox_due_utc, pending }: StoredDocument): boolean {
  return outbox_due_utc !== undefined || pending !== undefined;
}

/** Whether a document in the snapshot has pending events or jobs. */
export function hasPending(snapshot: Snapshot): boolean {
  return [...snapshot.values()].some((hash) => hash.startsWith(PENDING));
}

/**
 * Lists the documents that were changed, added or removed between two snapshots. Leaves out documents that had pending
 * events or jobs in the first snapshot, because they change without a request.
 */
export function differences(before: Snapshot, after: Snapshot): string[] {
  const ids = new Set([...before.keys(), ...after.keys()]);
  return [...ids].flatMap((id) => {
    if (before.get(id) === after.get(id) || before.get(id)?.startsWith(PENDING)) return [];
    return `${before.has(id) ? (after.has(id) ? 'changed' : 'removed') : 'added'} ${id}`;
  });
}
