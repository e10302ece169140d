import { LRUCache } from 'lru-cache';
import { answeredIdOf, poolNameOf, singular } from '../generate/from-pool';

/**
 * The number of values that are kept for each name. The first values are kept for the whole run, because their records
 * were made before the run and have every field. The last values are replaced by newer values.
 */
const KEPT = { first: 12, last: 24 };
/** The maximum number of fields that are read from an answer. */
const MAX_VALUES = 400;
const BASE = 'http://127.0.0.1';

/** The values from an account's answers that later requests can use, by name. */
export class Pool {
  readonly #values = new Map<string, unknown[]>();
  readonly #etags = new LRUCache<string, string>({ max: 500 });

  /** @param at selects one of the known values: its position from 0 to 1. @returns undefined if no value is known. */
  take(name: string, at: number): unknown {
    const values = this.#values.get(name);
    return values?.[Math.min(values.length - 1, Math.floor(at * values.length))];
  }

  /** The ETag of the last answer for a path. */
  etagOf(path: string): string | undefined {
    return this.#etags.get(path);
  }

  add(name: string, value: unknown): void {
    if (typeof value !== 'string' && typeof value !== 'number') return;
    const values = this.#values.get(name) ?? [];
    if (values.includes(value)) return;
    values.push(value);
    if (values.length > KEPT.first + KEPT.last) values.splice(KEPT.first, 1);
    this.#values.set(name, values);
  }

  /**
   * Adds the ids, cursors and other values in the body of a successful answer.
   * @param template the path of the operation, such as /v2/bookings/{id}.
   */
  harvest(template: string, path: string, etag: string | undefined, body: unknown): void {
    if (etag !== undefined) {
      this.#etags.set(path, etag);
      this.add('etag', etag);
    }
    this.#read(body, answeredIdOf(template), { left: MAX_VALUES });
  }

  /** @param idName the name in the pool for a field `id` of the value. */
  #read(value: unknown, idName: string, budget: { left: number }): void {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, part] of Object.entries(value)) {
      if (budget.left-- <= 0) return;
      const listed = Array.isArray(part) ? poolNameOf(key) : undefined;
      if (listed !== undefined) for (const one of part as unknown[]) this.add(listed, one);
      else if (typeof part === 'object') {
        const isItem = /^\d+$/.test(key) || key === 'items';
        this.#read(part, isItem ? idName : `${singular(key)}_id`, budget);
      } else if (key === 'id') this.add(idName, part);
      else this.#readField(key, part);
    }
  }

  #readField(key: string, value: unknown): void {
    const name = key === 'cursor' ? 'next_cursor' : poolNameOf(key);
    if (name !== undefined) this.add(name, value);
    // URLs of next pages and of attachments contain parameters for further requests.
    if (typeof value !== 'string' || !/^(\/|http).*\?/.test(value) || !URL.canParse(value, BASE)) return;
    const url = new URL(value, BASE);
    if (url.pathname.startsWith('/attachments/')) this.add('key', url.pathname.split('/').at(-1));
    for (const [parameter, text] of url.searchParams) {
      const known = poolNameOf(parameter) ?? parameter;
      // Check the format of the value. The URL of the next page repeats the parameters of the request, which may be
      // hostile.
      if (known.endsWith('_id') ? /^\d+$/.test(text) : /^[\w./=-]+$/.test(text)) this.add(known, text);
    }
  }
}
