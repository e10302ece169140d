import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { Model } from 'mongoose';
import type { AccountScope, IdempotentRequest } from './account-scope';
import type { PublicRecord } from './entity';
import type { StoredAnswer, TenantDocument } from './tenant-document';

/** How long a creation can be repeated under its key: a day and a margin. */
const KEPT_MS = 26 * 3600 * 1000;

/** The fields that store a creation's answer in the document that it makes. */
export function idempotencyFields(
  request: IdempotentRequest,
  answer: Record<string, unknown>,
): Record<string, unknown> {
  return {
    idempotency: {
      key: { $literal: request.key },
      request_hash: { $literal: request.requestHash },
      until_utc: { $add: ['$$NOW', KEPT_MS] },
      answer,
    },
  };
}

/**
 * The answer that a request with this key got, if there was one.
 * @throws ApiError idempotency_key_reused when it was another request.
 */
export async function findStoredAnswer<Document extends TenantDocument>(
  model: Model<Document>,
  scope: AccountScope,
): Promise<PublicRecord | undefined> {
  if (!scope.idempotency) return undefined;
  const { key, requestHash } = scope.idempotency;
  const filter: Record<string, unknown> = { user_id: scope.accountId, 'idempotency.key': key };
  const found = await model.findOne(filter as never, { idempotency: 1 }).lean();
  const stored = (found as { idempotency?: StoredAnswer } | null)?.idempotency;
  if (!stored) return undefined;
  if (stored.request_hash !== requestHash) {
    throw new ApiError(
      'idempotency_key_reused',
      'this Idempotency-Key was used for another request; a new request needs a new key',
    );
  }
  return stored.answer as PublicRecord;
}

/** Forgets the answers whose time is over. */
export async function forgetOldAnswers<Document extends TenantDocument>(model: Model<Document>): Promise<void> {
  await model.updateMany({ 'idempotency.until_utc': { $lt: new Date() } } as never, { $unset: { idempotency: 1 } });
}
