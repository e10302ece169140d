import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { Model } from 'mongoose';
import type { AccountScope, IdempotentRequest } from './account-scope';
import type { AnsweredRequest, TenantDocument } from './tenant-document';

/** How long a request can be repeated under its key: a day and a margin. */
const KEPT_MS = 26 * 3600 * 1000;

/** A document's answered requests, and what its outbox still holds. */
const answerProjection = { user_id: 1, idempotency: 1, outbox: 1, outbox_spilled: 1 } as const;

/** How many requests a document notes: of more within that time the oldest are forgotten. */
const MAX_NOTED = 100;

/**
 * The stage of a write that notes in the document the request that asked for it.
 * @param answer what repetitions are answered, as an expression; left out: what the document is by then.
 */
export function notingRequest(
  { key, requestHash }: IdempotentRequest,
  answer?: Record<string, unknown>,
): { $set: Record<string, unknown> } {
  const request = {
    key: { $literal: key },
    request_hash: { $literal: requestHash },
    until_utc: { $add: ['$$NOW', KEPT_MS] },
    ...(answer ? { answer } : {}),
  };
  const noted = { $concatArrays: [{ $ifNull: ['$idempotency', []] }, [request]] };
  return { $set: { idempotency: { $slice: [noted, -MAX_NOTED] } } };
}

/** The stage of a write that forgets the requests whose answer is what the document is: those that changed it. */
export function forgettingChanges(): { $set: Record<string, unknown> } {
  const hasAnswer = { $ne: [{ $type: '$$this.answer' }, 'missing'] };
  return { $set: { idempotency: { $filter: { input: { $ifNull: ['$idempotency', []] }, cond: hasAnswer } } } };
}

/** Documents that no earlier one of this request wrote: part of the condition of a change that is done once. */
export function notNotedBy({ idempotency }: AccountScope): Record<string, unknown> {
  return idempotency ? { 'idempotency.key': { $ne: idempotency.key } } : {};
}

/**
 * The document that an earlier request with this key made or changed, outbox included, and what was noted of the request.
 * @throws ApiError idempotency_key_reused when it was another request.
 */
export async function findAnswered<Document extends TenantDocument>(
  model: Model<Document>,
  scope: AccountScope,
): Promise<{ request: AnsweredRequest; document: Document } | undefined> {
  if (!scope.idempotency) return undefined;
  const { key, requestHash } = scope.idempotency;
  const filter: Record<string, unknown> = { user_id: scope.accountId, 'idempotency.key': key };
  const document = (await model.findOne(filter as never, answerProjection).lean()) as unknown as Document | null;
  const request = document?.idempotency?.find((noted) => noted.key === key);
  if (!document || !request) return undefined;
  if (request.request_hash !== requestHash) throw keyReused();
  return { request, document };
}

/** A key that was used for another request. */
export function keyReused(): ApiError {
  return new ApiError(
    'idempotency_key_reused',
    'this Idempotency-Key was used for another request; a new request needs a new key',
  );
}

/** Forgets the requests whose time is over. */
export async function forgetOldAnswers<Document extends TenantDocument>(model: Model<Document>): Promise<void> {
  const until_utc = { $lt: new Date() };
  const isOver = { 'idempotency.until_utc': until_utc };
  await model.updateMany(isOver as never, { $pull: { idempotency: { until_utc } } });
}
