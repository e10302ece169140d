import { id as idOfRecord } from '@keyhaven/contracts/shared/inputs';
import { z } from 'zod';
import { importLines } from './import-records';
import { pathOf, type RecordPoster } from './post-record';

/** The platform that the demo data is loaded into. */
export interface DemoTarget {
  /** The URL of each service, by name. */
  urls: Readonly<Record<string, string>>;
  /** Returns a service token for the audience's operator API. Called before each request. */
  serviceToken(audience: string): Promise<string>;
  /** Returns a token that acts for the account at the audience's public API. Called before each request. */
  accountToken(audience: string, accountId: number): Promise<string>;
}

/**
 * Returns the URL of a service.
 * @throws Error if the platform runs without the service.
 */
export function urlOf({ urls }: Pick<DemoTarget, 'urls'>, service: string): string {
  const url = urls[service];
  if (url === undefined) throw new Error(`the demo data needs the ${service} service, but it was not started`);
  return url;
}

/** How many records of a kind have been created, and how many there are. */
export interface LoadProgress {
  kind: string;
  done: number;
  total: number;
}

/** How the records of a kind are created: the service, its API and the request. */
export interface RecordWriter<Record> {
  service: string;
  api: 'operator' | 'public';
  kind: string;
  route: { method: string; path: string };
  body: (record: Record) => object;
  /**
   * Returns the sequence that a record belongs to. Records of a sequence are created one after another, so that their
   * ids have the same order.
   */
  inOrder?: (record: Record) => string;
  /** Path parameters in addition to the account. */
  params?: (record: Record) => { [name: string]: number | string };
  /** Whether a 404 may mean that another service's event has not arrived yet. */
  isRetriedOn404?: boolean;
  /** Whether the answer is a list of records without ids. */
  hasNoId?: boolean;
}

/** How the records of a kind are imported: the service and the route. */
export type ImportWriter<Record> = Pick<RecordWriter<Record>, 'service' | 'kind' | 'route' | 'body'> & {
  /** Whether the ids have the order of the records. Then each request imports only one, so only few can be imported. */
  isInOrder?: boolean;
};

/** One load, which creates records and stores their ids. */
export interface LoadRun {
  /**
   * Imports all records of a kind.
   * @throws DemoDataError for the first that fails.
   */
  import<Record extends { key: string }>(records: readonly Record[], writer: ImportWriter<Record>): Promise<void>;
  /**
   * Creates all records of a kind.
   * @throws DemoDataError for the first that fails.
   */
  create<Record extends { key: string }>(records: readonly Record[], writer: RecordWriter<Record>): Promise<void>;
  /**
   * Returns the id of a record that this run created.
   * @throws Error if it did not create one.
   */
  idOf(kind: string, key: string): number;
}

const created = z.object({ id: idOfRecord });
const createdWithoutId = z.object({}).transform(() => ({ id: undefined }));

/** How many records are created at the same time. */
export const AT_ONCE = 8;
/** How many records one request imports. Few enough for visible progress. */
const IMPORTED_AT_ONCE = 250;

export function startRun(
  target: DemoTarget,
  userId: number,
  posterOf: (service: string) => RecordPoster,
  onProgress: (progress: LoadProgress) => void,
): LoadRun {
  const ids = new Map<string, number>();
  return {
    import: async (records, { service, kind, route, body, isInOrder }) => {
      const path = pathOf(route, { user_id: userId });
      const atOnce = isInOrder ? 1 : IMPORTED_AT_ONCE;
      for (let first = 0; first < records.length; first += atOnce) {
        const part = records.slice(first, first + atOnce);
        const lines = part.map((record) => ({ name: `${kind}/${record.key}`, body: body(record) }));
        const made = await importLines(posterOf(service), path, lines, () => target.serviceToken(service));
        for (const [index, { name }] of lines.entries()) ids.set(name, made[index]!);
        onProgress({ kind, done: first + part.length, total: records.length });
      }
    },
    create: async (records, { service, kind, api, route, body, params, inOrder, isRetriedOn404, hasNoId }) => {
      let done = 0;
      const write = async (record: (typeof records)[number]) => {
        const name = `${kind}/${record.key}`;
        const token =
          api === 'operator' ? await target.serviceToken(service) : await target.accountToken(service, userId);
        const answer: z.ZodType<{ id?: number }> = hasNoId ? createdWithoutId : created;
        const allParams = { user_id: userId, ...params?.(record) };
        const creation = { name, route, params: allParams, isRetriedOn404, body: body(record), answer };
        const { id } = await posterOf(service).post(creation, token);
        if (id !== undefined) ids.set(name, id);
        done += 1;
        onProgress({ kind, done, total: records.length });
      };
      const sequences = new Map<unknown, (typeof records)[number][]>();
      for (const record of records) {
        const name = inOrder ? inOrder(record) : record;
        sequences.set(name, [...(sequences.get(name) ?? []), record]);
      }
      await forEachBounded([...sequences.values()], AT_ONCE, async (sequence) => {
        for (const record of sequence) await write(record);
      });
    },
    idOf: (kind, key) => {
      const id = ids.get(`${kind}/${key}`);
      if (id === undefined) throw new Error(`demo data: ${kind}/${key} is referred to, but was not created before`);
      return id;
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
