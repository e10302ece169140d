import { id as idOfRecord } from '@keyhaven/contracts/shared/inputs';
import { z } from 'zod';
import { type DemoTarget, operatorApi, type TargetApi } from './demo-target';
import { importRecords } from './import-records';
import { postRecord, type Route } from './post-record';

/** How many records of a kind have been created, and how many there are. */
export interface LoadProgress {
  kind: string;
  done: number;
  total: number;
}

/** The references of planned records: the kind that each refers to, and the field that is sent with the id or ids. */
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

/** A record to create: its body without references, and the keys of the records that it refers to. */
type LoadedRecord = { key: string; body: object } & {
  [Name in (typeof references)[number][0]]?: string | readonly string[] | null;
};

interface CreationOptions<Record> {
  /** Returns the id in the path, if the route has one. */
  pathId?: (record: Record) => number;
  /** Whether a 404 may mean that another service's event has not arrived yet. */
  isRetriedOn404?: boolean;
}

/** The answer of a creation: the record, or a list of spot rates, which have no ids. */
const created: z.ZodType<{ id?: number }> = z.union([
  z.object({ id: idOfRecord }),
  z.object({ items: z.array(z.unknown()) }).transform(() => ({})),
]);

/** How many records are created at the same time. */
const AT_ONCE = 8;
/** How many records one request imports. Few enough for visible progress. */
const IMPORTED_AT_ONCE = 250;

/** One load, which creates records and stores their ids. */
export type LoadRun = ReturnType<typeof startRun>;

/**
 * Starts a load into an account.
 * @param onProgress is called after each request.
 */
export function startRun(target: DemoTarget, userId: number, onProgress: (progress: LoadProgress) => void) {
  const ids = new Map<string, number>();
  /**
   * Returns the id of a record that this run created.
   * @throws Error if it did not create one.
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
    // The public API needs a token that acts for the account.
    return path.startsWith('/v2/') ? { ...api, token: () => target.accountToken(service, userId) } : api;
  };
  return {
    idOf,
    /**
     * Imports all records of a kind.
     * @param atOnce how many records one request imports. With 1, their ids have the order of the records.
     * @throws DemoDataError for the first that fails.
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
     * Creates all records of a kind.
     * @param records records, and sequences of records that are created one after another, so that their ids have the
     * same order.
     * @throws DemoDataError for the first that fails.
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
 * Works on several items at a time, starting them in order. After a failure, it starts no more, waits for those that
 * are running, and throws.
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
