import { BsonReader } from './bson-reader';
import type { Document } from './document';
import { MAX_MESSAGE_DEPTH } from './limits';

export { tooDeep } from './bson-reader';
export type { Document } from './document';

/**
 * Reads a BSON document so that encoding it again gives the same bytes: every type, number representation and the
 * order of fields survive. (The reader of `bson` would change {$ref: …} to a DBRef and put fields named "7" first.)
 * @param maxDepth how many levels it may have below its own
 * @throws MongoError 15 for more levels, 22 for malformed bytes, text that is not UTF-8, dates beyond JavaScript's, and the types that
 * no driver writes any more (undefined, DBPointer).
 */
export function decode(raw: Uint8Array, maxDepth = MAX_MESSAGE_DEPTH): Document {
  const buffer = Buffer.isBuffer(raw) ? raw : Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  return new BsonReader(buffer, maxDepth).document(0);
}
