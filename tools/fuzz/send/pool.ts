import { LRUCache } from 'lru-cache';
import { answeredIdOf, poolNameOf, singular } from '../generate/from-pool';

/**
 * The number of values that are kept for each name. The first values are kept for the whole run, because their records
 * were created before the run and have every field. All later values are replaced by newer values.
 */
const KEPT = { first: 12, last: 24 };
/** The maximum number of fields that are read from a response. */
const MAX_VALUES = 400;
const BASE = 'http://127.0.0.1';

/**
 * Values that later requests for an account can use, by name. The values come from earlier
 * responses to the account.
 */
export class Pool {
  readonly #values = new Map<string, unknown[]>();
  /** For each value, where it was first found in a response. */
  readonly #origins = new Map<string, string>();
  readonly #etags = new LRUCache<string, string>({ max: 500 });

  /**
   * @param at the position of the chosen value among the values with the name, from 0 to 1.
   * @returns undefined if there is no value with this name.
   */
  take(name: string, at: number): unknown {
    const values = this.#values.get(name);
    return values?.[Math.min(values.length - 1, Math.floor(at * values.length))];
  }

  /** The ETag of the last response for a path. */
  etagOf(path: string): string | undefined {
    return this.#etags.get(path);
  }

  /** Where a value was first found: the path of the operation and the field in its response. */
  originOf(name: string, value: unknown): string | undefined {
    return this.#origins.get(`${name} ${String(value)}`);
  }

  add(name: string, value: unknown, origin?: string): void {
    if (typeof value !== 'string' && typeof value !== 'number') return;
    const values = this.#values.get(name) ?? [];
    if (values.includes(value)) return;
    const key = `${name} ${value}`;
    if (origin !== undefined && !this.#origins.has(key)) this.#origins.set(key, origin);
    values.push(value);
    if (values.length > KEPT.first + KEPT.last) values.splice(KEPT.first, 1);
    this.#values.set(name, values);
  }

  /**
   * Adds the ids, cursors and other values in the body of a successful response.
   * @param template the path of the operation, such as /v2/bookings/{id}.
   */
  harvest(template: string, path: string, etag: string | undefined, body: unknown): void {
    if (etag !== undefined) {
      this.#etags.set(path, etag);
      this.add('etag', etag);
    }
    this.#read(body, answeredIdOf(template), template, { left: MAX_VALUES });
  }

  /**
   * @param idName the name in the pool for a field `id` of the value.
   * @param origin the place of the value: the path of the operation, and the fields that lead to
   * the value.
   */
  #read(value: unknown, idName: string, origin: string, budget: { left: number }): void {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, part] of Object.entries(value)) {
      if (budget.left-- <= 0) return;
      const here = `${origin} ${key}`;
      const listed = Array.isArray(part) ? poolNameOf(key) : undefined;
      if (listed !== undefined) for (const one of part as unknown[]) this.add(listed, one, here);
      else if (typeof part === 'object') {
        const isItem = /^\d+$/.test(key) || key === 'items';
        this.#read(part, isItem ? idName : `${singular(key)}_id`, here, budget);
      } else if (key === 'id') this.add(idName, part, here);
      else this.#readField(key, part, here);
    }
  }

  #readField(key: string, value: unknown, origin: string): void {
    const name = key === 'cursor' ? 'next_cursor' : poolNameOf(key);
    if (name !== undefined) this.add(name, value, origin);
    // URLs of next pages and of attachments contain parameters for further requests.
    if (typeof value !== 'string' || !/^(\/|http).*\?/.test(value) || !URL.canParse(value, BASE)) return;
    const url = new URL(value, BASE);
    if (url.pathname.startsWith('/attachments/')) this.add('key', url.pathname.split('/').at(-1));
    for (const [parameter, text] of url.searchParams) {
      const known = poolNameOf(parameter) ?? parameter;
      // The URL of the next page and the paths in the request log repeat the parameters of earlier
      // requests. These parameters may be hostile, or ids of another account. So the only id that is
      // taken from them is `after_id`, the id before the next page.
      const isUsable = known.endsWith('_id') ? /^after_id \d+$/.test(`${known} ${text}`) : /^[\w./=-]+$/.test(text);
      if (isUsable) this.add(known, text, origin);
    }
  }
}
