import { randomBytes } from 'node:crypto';
import type { ApiError } from '@keyhaven/contracts/shared/errors';
import type { Model } from 'mongoose';
import type { AccountScope } from './account-scope';
import { isDuplicateKey } from './duplicate-key';
import { StoredRefusal } from './request-progress';
import type { AnsweredRequest, TenantDocument } from './tenant-document';

/**
 * The part of a filter that excludes documents that store only a refused request. Such documents
 * have no revision. No index contains the revision, so this part does not influence the choice of
 * the index.
 */
export const isRecord = { revision: { $exists: true } } as const;

/**
 * The filter for lists of records, ordered by a field that all records have. It excludes stored
 * refusals, which have negative ids and only the fields `user_id` and `idempotency`. Unlike
 * `isRecord`, this filter can be evaluated with the index on that field alone.
 */
export function isRecordBy(orderBy: string): Record<string, object> {
  return orderBy === '_id' ? { _id: { $gt: 0 } } : { [orderBy]: { $exists: true } };
}

/**
 * Stores a refusal as a document of the collection to which the request would have written. If an
 * earlier attempt of the request is still running, the unique index on account and key then refuses
 * the write of that attempt, whether the attempt creates or changes a document.
 * @returns false if a document of the collection already has the key.
 */
export async function storeRefusal<Document extends TenantDocument>(
  model: Model<Document>,
  { accountId, idempotency }: AccountScope,
  { code, messages, headers }: ApiError,
  keptMs: number,
): Promise<boolean> {
  const { key, requestHash } = idempotency!;
  const request: AnsweredRequest = {
    key,
    request_hash: requestHash,
    until_utc: new Date(Date.now() + keptMs),
    refusal: { code, messages, headers },
  };
  // Records have positive ids, so a negative id never collides with them.
  const _id = -randomBytes(6).readUIntBE(0, 6);
  try {
    await model.collection.insertOne({ _id, user_id: accountId, idempotency: [request] } as never);
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

export async function forgetRefusal<Document extends TenantDocument>(
  model: Model<Document>,
  { accountId, idempotency }: AccountScope,
): Promise<void> {
  const stored = { user_id: accountId, 'idempotency.key': idempotency!.key, revision: { $exists: false } };
  await model.collection.deleteOne(stored);
}

/** @throws StoredRefusal if the request was refused. */
export function throwIfRefused({ refusal }: AnsweredRequest): void {
  if (refusal) throw new StoredRefusal(refusal.code, refusal.messages, refusal.headers);
}

/** Removes the expired refusals from a collection. */
export async function forgetOldRefusals<Document extends TenantDocument>(model: Model<Document>): Promise<void> {
  const isOver = { 'idempotency.until_utc': { $lt: new Date() }, revision: { $exists: false } };
  await model.collection.deleteMany(isOver);
}
