import { BsonReader } from './bson-reader';
import type { Document } from './document';
import { MAX_MESSAGE_DEPTH } from './limits';

export { tooDeep } from './bson-reader';
export type { Document } from './document';

/**
 * Decodes a BSON document. Encoding the result gives the same bytes, because every type, the
 * representation of numbers and the order of fields are kept. The decoder of the package `bson`
 * does not keep them: it converts {$ref: …} to a DBRef, and moves fields such as "7" to the start.
 * @param maxDepth how many levels of nesting the document may have
 * @throws MongoError 15 for more levels. MongoError 22 for malformed bytes, text that is not UTF-8,
 * dates outside JavaScript's range, and deprecated types that no driver writes (undefined,
 * DBPointer)
 */
export function decode(raw: Uint8Array, maxDepth = MAX_MESSAGE_DEPTH): Document {
  const buffer = Buffer.isBuffer(raw) ? raw : Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  return new BsonReader(buffer, maxDepth).document(0);
}
