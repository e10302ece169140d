import { AsyncLocalStorage } from 'node:async_hooks';

/** A dry run: a request that is checked and answered as usual, but stores nothing. */
interface DryRun {
  /** The ids and keys that the dry run made up for records that it does not store, as strings. */
  madeUp: Set<string>;
  /** The documents as the dry run would have stored them, by collection and id. */
  documents: Map<string, Map<number, object>>;
}

const current = new AsyncLocalStorage<DryRun>();

/** Whether the caller runs within a dry run. A dry run may read but not write. */
export function isDryRun(): boolean {
  return current.getStore() !== undefined;
}

/**
 * Does the work of a request without its writes: repositories compute what they would write. In the
 * result, ids and keys that the dry run made up become null. So does every number or string that
 * contains one of them, because some ids and URLs are built from other ids and keys.
 * @returns the result of the work.
 */
export async function runDry(work: () => Promise<unknown>): Promise<unknown> {
  const run: DryRun = { madeUp: new Set(), documents: new Map() };
  return withoutMadeUp(await current.run(run, work), [...run.madeUp]);
}

/**
 * Registers an id or key that a request made up, so that the answer of a dry run contains null
 * instead of it.
 * @returns the value.
 */
export function madeUp<Value extends string | number>(value: Value): Value {
  current.getStore()?.madeUp.add(String(value));
  return value;
}

/** Whether this dry run made up the value. If so, no stored record has the value. */
export function isMadeUp(value: unknown): boolean {
  return current.getStore()?.madeUp.has(String(value)) === true;
}

/**
 * The documents of a collection as this dry run would have stored them, by id. The caller may add
 * to the map.
 */
export function documentsOfDryRun(collection: string): Map<number, object> {
  const documents = current.getStore()?.documents;
  if (!documents) throw new Error('there is no dry run');
  const present = documents.get(collection) ?? new Map<number, object>();
  documents.set(collection, present);
  return present;
}

/**
 * Runs one attempt of work that may be repeated. Within a dry run, it discards the documents of an
 * attempt that throws or whose result `isAccepted` rejects, so that the next attempt does not
 * collide with them. Outside a dry run, this function only runs the work, because the next attempt
 * finds what was stored.
 */
export async function attemptOfDryRun<Result>(
  work: () => Promise<Result>,
  isAccepted: (result: Result) => boolean = () => true,
): Promise<Result> {
  const run = current.getStore();
  if (!run) return work();
  const documents = new Map([...run.documents].map(([collection, byId]) => [collection, new Map(byId)]));
  const result = await current.run({ madeUp: run.madeUp, documents }, work);
  if (!isAccepted(result)) return result;
  for (const [collection, byId] of documents) {
    for (const [id, document] of byId) documentsOfDryRun(collection).set(id, document);
  }
  return result;
}

/** The methods of a collection that only read. Every other method counts as a write. */
const reads = new Set(['aggregate', 'countDocuments', 'distinct', 'estimatedDocumentCount', 'find', 'findOne']);

/**
 * Called before each method call on a collection. An error means that the calling code has a bug:
 * in a dry run, that code must compute the result of its write without writing, or skip the write.
 * @throws Error when a dry run is about to write.
 */
export function assertNoWriteOfDryRun({ collectionName, method }: { collectionName: string; method: string }): void {
  if (!isDryRun() || reads.has(method)) return;
  throw new Error(`a dry run must not write: ${collectionName}.${method} was not sent`);
}

function withoutMadeUp(value: unknown, made: readonly string[]): unknown {
  if (made.length === 0) return value;
  if (typeof value === 'number' || typeof value === 'string') {
    return made.some((text) => String(value).includes(text)) ? null : value;
  }
  if (Array.isArray(value)) return value.map((entry) => withoutMadeUp(entry, made));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([field, entry]) => [field, withoutMadeUp(entry, made)]));
}
