import { Int32, Long, ObjectId } from 'bson';
import { compareValues } from '../../values/compare';
import { isDocument } from '../../values/document';

/**
 * A map with BSON values as keys, in insertion order. 1 and 1.0 are the same key. Documents with
 * the same fields in a different order are different keys.
 */
export class ValueMap<T> {
  private readonly buckets = new Map<unknown, { key: unknown; value: T }[]>();
  private readonly order: { key: unknown; value: T }[] = [];

  /** Returns the value of a key. If the key is new, creates the value. */
  getOrAdd(key: unknown, make: () => T): T {
    const hash = hashOf(key);
    let bucket = this.buckets.get(hash);
    if (!bucket) this.buckets.set(hash, (bucket = []));
    for (const entry of bucket) if (compareValues(entry.key, key) === 0) return entry.value;
    const entry = { key, value: make() };
    bucket.push(entry);
    this.order.push(entry);
    return entry.value;
  }

  get(key: unknown): T | undefined {
    return this.buckets.get(hashOf(key))?.find((entry) => compareValues(entry.key, key) === 0)?.value;
  }

  entries(): readonly { key: unknown; value: T }[] {
    return this.order;
  }
}

/**
 * A hash that is the same for equal values. Different values may also have the same hash, because
 * only a part of large values is hashed.
 */
function hashOf(value: unknown): unknown {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined || typeof value === 'boolean') return value;
  if (value instanceof ObjectId) return `oid ${value.toHexString()}`;
  if (value instanceof Date) return `date ${value.getTime()}`;
  if (Array.isArray(value)) return `array ${value.length} ${String(value.length > 0 ? hashOf(value[0]) : '')}`;
  return hashOfObject(value);
}

function hashOfObject(value: unknown): unknown {
  if (typeof value === 'number' || value instanceof Int32 || value instanceof Long) return `number ${Number(value)}`;
  const { _bsontype: tag } = isDocument(value) ? {} : (value as { _bsontype?: unknown });
  if (tag === 'Double' || tag === 'Decimal128') return `number ${Number(String(value))}`;
  if (typeof tag === 'string') return `bson ${tag}`;
  const fields = value as Record<string, unknown>;
  return `document ${Object.keys(fields)
    .slice(0, 4)
    .map((name) => `${name}=${String(hashOf(fields[name]))}`)
    .join()}`;
}

/** The distinct values, ordered by their first occurrence. */
export class ValueSet {
  private readonly map = new ValueMap<true>();

  add(value: unknown): void {
    this.map.getOrAdd(value, () => true);
  }

  values(): unknown[] {
    return this.map.entries().map(({ key }) => key);
  }
}
