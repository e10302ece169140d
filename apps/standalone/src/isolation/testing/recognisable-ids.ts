import { IdAllocator } from '@keyhaven/persistence/allocate-ids';
import { isDryRun } from '@keyhaven/persistence/dry-run';

/** The first id, and the distance between the ids of two kinds of records. */
const FIRST = 5_000_000_000;
const OF_KIND = 10_000_000;
/** Between two ids others are free, which no record has. Ids of tags and fields have one more digit at their end. */
const STEP = 1000;
const UNUSED = 30n;

/** The ids that this file makes, and no other numbers of answers, logs and metrics. */
export const idPattern = /^5[0-4]\d{8,9}$/;

/**
 * Makes the ids of all records that this process creates long and different for each kind of record, so that they can
 * be found in any text.
 * @returns a function that ends this.
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

/** Returns a value like an id or a text of a record that no record has. Of ids, it is the next in their order. */
export function unknownLike(value: string): string {
  const [, digits, rest] = /^(\d+)(\/.*)?$/.exec(value) ?? [];
  if (digits !== undefined) return `${BigInt(digits) + UNUSED}${rest ?? ''}`;
  if (/^[0-9a-f-]{36}$/.test(value)) return `${value.slice(0, -1)}${value.endsWith('0') ? '1' : '0'}`;
  return `${value}x`;
}
