import { EJSON, deserialize, serialize } from 'bson';
import { decode, type Document } from '../decode';
import { encode } from '../encode';

/** A document as the store returns it. It is encoded by the driver's serializer, and decoded by this library. */
export function asStored(document: Record<string, unknown>): Document {
  return decode(serialize(document));
}

/** One value as the store returns it. */
export function storedValue(value: unknown): unknown {
  return asStored({ value })['value'];
}

/** A document as text that contains every type and the order of fields. */
export function typed(document: Document): string {
  return EJSON.stringify(deserialize(encode(document), { promoteValues: false, bsonRegExp: true }), { relaxed: false });
}

/** The code of the MongoError that a function throws. Undefined if it throws nothing. Other errors are thrown again. */
export function codeOf(run: () => unknown): number | undefined {
  try {
    run();
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (typeof code === 'number') return code;
    throw error;
  }
  return undefined;
}
