import { EJSON, deserialize, serialize } from 'bson';
import { decode, type Document } from '../decode';
import { encode } from '../encode';

/**
 * Converts a document to the form that the store returns: the driver's serializer encodes it, and
 * this library decodes it.
 */
export function asStored(document: Record<string, unknown>): Document {
  return decode(serialize(document));
}

/** Converts a value to the form that the store returns. */
export function storedValue(value: unknown): unknown {
  return asStored({ value })['value'];
}

/** Formats a document as text that shows the type of every value and the order of fields. */
export function typed(document: Document): string {
  return EJSON.stringify(deserialize(encode(document), { promoteValues: false, bsonRegExp: true }), { relaxed: false });
}

/**
 * Returns the code of the MongoError that a function throws. Undefined if it throws nothing. Throws
 * any other error again.
 */
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
