import { randomBytes } from 'node:crypto';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { Model } from 'mongoose';
import type { AccountScope } from './account-scope';
import { isDuplicateKey } from './duplicate-key';
import type { AnsweredRequest, TenantDocument } from './tenant-document';

/**
 * The part of a filter that leaves out the documents that only note a refused request. They have no revision, and no index
 * holds it: the choice of an index stays as it is.
 */
export const isRecord = { revision: { $exists: true } } as const;

/** The same for reads in the order of ids: the notes have negative ids, so an index by id skips them. */
export const isRecordById = { ...isRecord, _id: { $gt: 0 } } as const;

/**
 * Stores a refusal as a document of the collection that the request would have written to. The unique index on account and
 * key then refuses the write of a first attempt that comes later, be it a new document or a change of one.
 * @returns false when a document of the collection notes the key already.
 */
export async function storeRefusal<Document extends TenantDocument>(
  model: Model<Document>,
  { accountId, idempotency }: AccountScope,
  { code, messages }: ApiError,
  keptMs: number,
): Promise<boolean> {
  const { key, requestHash } = idempotency!;
  const request: AnsweredRequest = {
    key,
    request_hash: requestHash,
    until_utc: new Date(Date.now() + keptMs),
    refusal: { code, messages },
  };
  // Records have positive ids: this one is none of theirs.
  const _id = -randomBytes(6).readUIntBE(0, 6);
  try {
    await model.collection.insertOne({ _id, user_id: accountId, idempotency: [request] } as never);
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** Takes a stored refusal back. */
export async function forgetRefusal<Document extends TenantDocument>(
  model: Model<Document>,
  { accountId, idempotency }: AccountScope,
): Promise<void> {
  const stored = { user_id: accountId, 'idempotency.key': idempotency!.key, revision: { $exists: false } };
  await model.collection.deleteOne(stored);
}

/** @throws ApiError the stored refusal, when the request was refused. */
export function throwIfRefused({ refusal }: AnsweredRequest): void {
  if (refusal) throw new ApiError(refusal.code, refusal.messages);
}

/** Forgets the refusals of a collection whose time is over. */
export async function forgetOldRefusals<Document extends TenantDocument>(model: Model<Document>): Promise<void> {
  const isOver = { 'idempotency.until_utc': { $lt: new Date() }, revision: { $exists: false } };
  await model.collection.deleteMany(isOver);
}
