import { Binary } from 'bson';
import { entriesOf, isDocument } from './document';

const OBJECT_BYTES = 64;
const SLOT_BYTES = 16;

/** Estimates how much memory a decoded value uses, in bytes. The estimate is usually too high. */
export function sizeInMemory(value: unknown): number {
  if (typeof value === 'string') return OBJECT_BYTES + 2 * value.length;
  if (typeof value !== 'object' || value === null) return SLOT_BYTES;
  if (Array.isArray(value))
    return (value as unknown[]).reduce<number>((sum, item) => sum + SLOT_BYTES + sizeInMemory(item), OBJECT_BYTES);
  if (value instanceof Binary) return 4 * OBJECT_BYTES + value.position;
  if (!isDocument(value)) return 2 * OBJECT_BYTES;
  return entriesOf(value).reduce(
    (sum, [name, item]) => sum + SLOT_BYTES + 2 * name.length + sizeInMemory(item),
    2 * OBJECT_BYTES,
  );
}
