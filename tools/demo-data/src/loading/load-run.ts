import { id as idOfRecord } from '@keyhaven/contracts/shared/inputs';
import { z } from 'zod';
import type { DemoTarget } from './demo-target';
import { forEachBounded } from './for-each-bounded';
import type { RecordPoster } from './post-record';

/** How many records of a kind were made so far, of how many. */
export interface LoadProgress {
  kind: string;
  done: number;
  total: number;
}

/** How a record of a kind is made: at which face of the service, and with which request. */
export interface RecordWriter<Record> {
  kind: string;
  face: 'operator' | 'public';
  route: { method: string; path: string };
  body: (record: Record) => unknown;
  /** Whether each is made after the one before it: their ids tell their order. */
  inOrder?: boolean;
  /** What stands in the path beside the account. */
  params?: (record: Record) => { [name: string]: number | string };
  /** Whether a 404 may only mean that another service has not told of what the path names yet. */
  isKnownLater?: boolean;
  /** Whether the answer is a list of records without ids. */
  hasNoId?: boolean;
}

/** One load under way: makes records, and knows the ids of those that were made. */
export interface LoadRun {
  /** Makes all records of a kind. @throws DemoDataError for the first that fails. */
  create<Record extends { key: string }>(
    service: string,
    records: readonly Record[],
    writer: RecordWriter<Record>,
  ): Promise<void>;
  /** The id of a record that was made in this run. @throws Error when there is none. */
  idOf(kind: string, key: string): number;
}

/** Of what was made, only the id is needed. */
const made = z.object({ id: idOfRecord });
const madeWithoutId = z.object({}).transform(() => ({ id: undefined }));

/** How many records are made at once. */
export const AT_ONCE = 8;

export function startRun(
  target: DemoTarget,
  userId: number,
  posterOf: (service: string) => RecordPoster,
  onProgress: (progress: LoadProgress) => void,
): LoadRun {
  const ids = new Map<string, number>();
  return {
    create: async (service, records, writer) => {
      const { kind, face, route, body, params: paramsOf, inOrder = false, isKnownLater, hasNoId } = writer;
      let done = 0;
      const total = records.length;
      await forEachBounded(records, inOrder ? 1 : AT_ONCE, async (record) => {
        const name = `${kind}/${record.key}`;
        const token =
          face === 'operator' ? await target.serviceToken(service) : await target.accountToken(service, userId);
        const params = { user_id: userId, ...paramsOf?.(record) };
        const answer: z.ZodType<{ id?: number }> = hasNoId ? madeWithoutId : made;
        const creation = { name, route, params, isKnownLater, body: body(record), answer };
        const { id } = await posterOf(service).post(creation, token);
        if (id !== undefined) ids.set(name, id);
        done += 1;
        onProgress({ kind, done, total });
      });
    },
    idOf: (kind, key) => {
      const id = ids.get(`${kind}/${key}`);
      if (id === undefined) throw new Error(`demo data: ${kind}/${key} is referred to, but was not made before`);
      return id;
    },
  };
}
