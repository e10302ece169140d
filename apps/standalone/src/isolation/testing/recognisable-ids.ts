import { IdAllocator } from '@keyhaven/persistence/allocate-ids';
import { isDryRun } from '@keyhaven/persistence/dry-run';

/** FIRST: the first id. OF_KIND: the distance between the first ids of two kinds of records. */
const FIRST = 5_000_000_000;
const OF_KIND = 10_000_000;
/**
 * STEP: the distance between the ids of two consecutive records of the same kind. UNUSED: added to an id, it results in
 * an id that no record has. Ids of tags and fields get one more digit at their end.
 */
const STEP = 1000;
const UNUSED = 30n;

/** Matches the ids that this file creates. No other number in responses, logs or metrics matches. */
export const idPattern = /^5[0-4]\d{8,9}$/;

/**
 * Gives long ids to all records that this process creates, in a different range for each kind of
 * record. So a test can find these ids in any text.
 * @returns a function that restores the usual ids.
 */
export function makeIdsRecognisable(): () => void {
  const allocator: { next: (this: IdAllocator, name: string) => Promise<number> } = IdAllocator.prototype;
  const original = allocator.next;
  const names: string[] = [];
  allocator.next = async function (name) {
    const id = await original.call(this, name);
    if (isDryRun()) return id;
    if (!names.includes(name)) names.push(name);
    return FIRST + names.indexOf(name) * OF_KIND + id * STEP;
  };
  return () => {
    allocator.next = original;
  };
}

/**
 * Returns a value that looks like this id or text, but that no record has. The value for an id is slightly larger than
 * the id.
 */
export function unknownLike(value: string): string {
  const [, digits, rest] = /^(\d+)(\/.*)?$/.exec(value) ?? [];
  if (digits !== undefined) return `${BigInt(digits) + UNUSED}${rest ?? ''}`;
  if (/^[0-9a-f-]{36}$/.test(value)) return `${value.slice(0, -1)}${value.endsWith('0') ? '1' : '0'}`;
  return `${value}x`;
}
