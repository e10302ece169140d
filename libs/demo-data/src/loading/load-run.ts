import { id as idOfRecord } from '@keyhaven/contracts/shared/inputs';
import { z } from 'zod';
import { type DemoTarget, operatorApi, type TargetApi } from './demo-target';
import { importRecords } from './import-records';
import { postRecord, type Route } from './post-record';

/** How many of the records of a kind have been created so far. */
export interface LoadProgress {
  kind: string;
  done: number;
  total: number;
}

/**
 * How the references in planned records are sent. Each entry contains the name of the reference in
 * the plan, the kind of record that it refers to, and the field of the body for the id or ids.
 */
const references = [
  ['property', 'property', 'property_id'],
  ['properties', 'property', 'property_ids'],
  ['owner', 'owner', 'owner_id'],
  ['guest', 'guest', 'guest_id'],
  ['listingSite', 'listing_site', 'listing_site_id'],
  ['listingSites', 'listing_site', 'listing_site_ids'],
  ['remittedBy', 'listing_site', 'remitted_by_listing_site_ids'],
  ['booking', 'booking', 'booking_id'],
  ['quote', 'quote', 'quote_id'],
  ['payment', 'payment', 'payment_id'],
  ['thread', 'thread', 'thread_id'],
] as const;

/**
 * A record to create. Instead of the ids of other records, it contains their keys. The ids are
 * added to the body when it is sent.
 */
type LoadedRecord = { key: string; body: object } & {
  [Name in (typeof references)[number][0]]?: string | readonly string[] | null;
};

interface CreationOptions<Record> {
  /** Returns the id for the route's path, if the path contains one. */
  pathId?: (record: Record) => number;
  /**
   * Whether to retry after a 404, because the event about the record in the path might not have
   * arrived yet.
   */
  isRetriedOn404?: boolean;
}

/**
 * The response to a request that creates a record: the record with its id, or a list of spot rates, which have no ids.
 */
const created: z.ZodType<{ id?: number }> = z.union([
  z.object({ id: idOfRecord }),
  z.object({ items: z.array(z.unknown()) }).transform(() => ({})),
]);

/** The maximum number of records, or sequences of records, that are created at the same time. */
const AT_ONCE = 8;
/**
 * How many records one import request contains. It is small enough that the progress is visible.
 */
const IMPORTED_AT_ONCE = 250;

/** One run of loading the plan. It creates records and remembers their ids. */
export type LoadRun = ReturnType<typeof startRun>;

/**
 * Starts loading into an account.
 * @param userId the id of the account.
 * @param onProgress is called after each request.
 */
export function startRun(target: DemoTarget, userId: number, onProgress: (progress: LoadProgress) => void) {
  const ids = new Map<string, number>();
  /**
   * Returns the id of a record that this run created.
   * @throws Error if this run has not created the record.
   */
  const idOf = (kind: string, key: string): number => {
    const id = ids.get(`${kind}/${key}`);
    if (id === undefined) throw new Error(`demo data: ${kind}/${key} is referred to, but was not created before`);
    return id;
  };
  const bodyOf = (record: LoadedRecord): object => {
    const fields: Record<string, number | number[] | null> = {};
    for (const [name, kind, field] of references) {
      const keys = record[name];
      if (keys === null) fields[field] = null;
      else if (typeof keys === 'string') fields[field] = idOf(kind, keys);
      else if (keys) fields[field] = keys.map((key) => idOf(kind, key));
    }
    const { body } = record;
    return Array.isArray(body) ? body.map((one: object) => ({ ...one, ...fields })) : { ...body, ...fields };
  };
  const apiOf = (service: string, { path }: Route): TargetApi => {
    const api = operatorApi(target, service);
    // The public API accepts only tokens that act for the account.
    return path.startsWith('/v2/') ? { ...api, token: () => target.accountToken(service, userId) } : api;
  };
  return {
    idOf,
    /**
     * Imports all records of a kind.
     * @param atOnce how many records one request contains. With 1, the ids have the order of the
     *   records.
     * @throws DemoDataError for the first record that fails.
     */
    import: async (
      kind: string,
      service: string,
      route: Route,
      records: readonly LoadedRecord[],
      atOnce = IMPORTED_AT_ONCE,
    ) => {
      for (let first = 0; first < records.length; first += atOnce) {
        const part = records.slice(first, first + atOnce);
        const lines = part.map((record) => ({ name: `${kind}/${record.key}`, body: bodyOf(record) }));
        const imported = await importRecords(apiOf(service, route), route, userId, lines);
        for (const [name, id] of imported) ids.set(name, id);
        onProgress({ kind, done: first + part.length, total: records.length });
      }
    },
    /**
     * Creates all records of a kind, several at the same time.
     * @param records records, or lists of records. The records of a list are created one after
     *   another, so that their ids have the same order.
     * @throws DemoDataError for the first record that fails.
     */
    create: async <Record extends LoadedRecord>(
      kind: string,
      service: string,
      route: Route,
      records: readonly (Record | readonly Record[])[],
      { pathId, isRetriedOn404 }: CreationOptions<Record> = {},
    ) => {
      const sequences = records.map((one): readonly Record[] => ('key' in one ? [one] : one));
      const total = sequences.flat().length;
      let done = 0;
      await forEachBounded(sequences, AT_ONCE, async (sequence) => {
        for (const record of sequence) {
          const name = `${kind}/${record.key}`;
          const params = { user_id: userId, ...(pathId && { id: pathId(record) }) };
          const creation = { name, route, params, isRetriedOn404, body: bodyOf(record), answer: created };
          const { id } = await postRecord(apiOf(service, route), creation);
          if (id !== undefined) ids.set(name, id);
          done += 1;
          onProgress({ kind, done, total });
        }
      });
    },
  };
}

/**
 * Calls `work` for each item in order, for up to `atOnce` items at a time. After a failure, it
 * starts no further item, waits for the running ones, and throws the first error.
 */
async function forEachBounded<Item>(items: readonly Item[], atOnce: number, work: (item: Item) => Promise<void>) {
  const failures: unknown[] = [];
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) {
      if (failures.length > 0) return;
      await work(item).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  if (failures.length > 0) throw failures[0];
}
