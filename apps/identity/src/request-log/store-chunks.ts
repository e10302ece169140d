import type { RequestChunk } from '@keyhaven/contracts/identity/request-log';
import { refusedOf } from '@keyhaven/persistence/duplicate-key';
import type { IdentityStore } from '../store/identity-store';
import type { RequestChunkDocument } from '../store/request-chunk.model';

/**
 * Stores chunks of the request log, each for the account in its `user_id`. A repeated call stores only the chunks that
 * are not stored yet.
 * @returns how many chunks are new.
 */
export async function storeChunks(
  { requestChunks }: IdentityStore,
  chunks: readonly RequestChunk[],
): Promise<{ stored: number }> {
  const stored_utc = new Date();
  const documents = chunks.map(({ first, ...chunk }) => ({ _id: first, ...chunk, stored_utc }));
  // Call the MongoDB driver instead of mongoose: the error of the driver lists the refused documents, and the driver
  // does not cast each document.
  const collection = requestChunks.db.collection<RequestChunkDocument>(requestChunks.collection.collectionName);
  const known = await refusedOf(collection.insertMany(documents, { ordered: false }));
  return { stored: documents.length - known.length };
}
