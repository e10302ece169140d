import { ApiError } from '@keyhaven/contracts/shared/errors';
import { type Connection, type Model, Schema } from 'mongoose';
import type { AccountScope, IdempotentRequest } from './account-scope';
import { refusedOf } from './duplicate-key';
import { forgetOldRefusals, forgetRefusal, isRecord, storeRefusal, throwIfRefused } from './refused-requests';
import { onRefusal } from './request-progress';
import type { AnsweredRequest, TenantDocument } from './tenant-document';

/** How long a request can be repeated under its key: a day and a margin. */
const KEPT_MS = 26 * 3600 * 1000;

/** What is read of a document to answer a repetition: its answered requests, and what its outbox still holds. */
const answerProjection = { user_id: 1, idempotency: 1, outbox: 1, outbox_spilled: 1 } as const;

/** With this many noted requests in a document, the next write first moves those that changed it to a collection. */
export const MAX_NOTED = 32;
/** Likewise with answers of more than this size, in bytes: every write stores the whole document again. */
export const MAX_NOTED_BYTES = 64_000;

/** A request that changed a document which had no more room to note it. */
interface MovedRequest extends AnsweredRequest {
  user_id: number;
  collection_name: string;
  document_id: number;
}

/** The collection of a service's database that takes the noted requests for which documents have no room. */
export function answeredRequestModel(connection: Connection): Model<MovedRequest> {
  if (connection.models.AnsweredRequest) return connection.models.AnsweredRequest as Model<MovedRequest>;
  const schema = new Schema<MovedRequest>(
    {
      user_id: Number,
      collection_name: String,
      document_id: Number,
      key: String,
      request_hash: String,
      until_utc: Date,
      answer: Schema.Types.Mixed,
      body: Schema.Types.Mixed,
      bytes: Number,
    },
    { collection: 'answered_requests', versionKey: false, minimize: false, autoIndex: false, autoCreate: false },
  )
    // A repeated request finds its answer; a request that two processes move at the same time is stored once.
    .index({ user_id: 1, collection_name: 1, key: 1 }, { unique: true })
    // The sweep that forgets answers past their time.
    .index({ until_utc: 1 });
  return connection.model<MovedRequest>('AnsweredRequest', schema);
}

/** What repetitions of a request are answered from: expressions, and their estimated size. */
export interface KeptAnswer {
  kept: Partial<Record<'record' | 'answer' | 'body', unknown>>;
  /** 0 for what made the document: it is never moved, and no reason to move others. */
  bytes: number;
}

/** The stage of a write that notes in the document the request that asked for it. */
export function notingRequest(
  { key, requestHash }: IdempotentRequest,
  { kept, bytes }: KeptAnswer,
): { $set: Record<string, unknown> } {
  const request = {
    key: { $literal: key },
    request_hash: { $literal: requestHash },
    until_utc: { $add: ['$$NOW', KEPT_MS] },
    bytes: { $literal: bytes },
    ...kept,
  };
  return {
    $set: {
      idempotency: { $concatArrays: [{ $ifNull: ['$idempotency', []] }, [request]] },
      idempotency_bytes: { $add: [{ $ifNull: ['$idempotency_bytes', 0] }, bytes] },
    },
  };
}

/** The part of a write's condition that holds while the document has room to note a request. */
export const hasRoomToNote = {
  [`idempotency.${MAX_NOTED - 1}`]: { $exists: false },
  idempotency_bytes: { $not: { $gt: MAX_NOTED_BYTES } },
};

/**
 * The stage of a write that forgets the requests by which the document came to a later version.
 * @param path where the version stands in the document.
 */
export function forgettingChanges({ path, above }: { path: string; above: number }): { $set: Record<string, unknown> } {
  const isLater = { $gt: [`$$this.body.${path}`, above] };
  const kept = { $filter: { input: { $ifNull: ['$idempotency', []] }, cond: { $not: [isLater] } } };
  return { $set: { idempotency: kept } };
}

/** The stage of a write that has the request which made the document answered another record. */
export function completingAnswer(record: Record<string, unknown>): { $set: Record<string, unknown> } {
  const isCreation = { $ne: [{ $type: '$$this.record' }, 'missing'] };
  const completed = { $cond: [isCreation, { $mergeObjects: ['$$this', { record }] }, '$$this'] };
  return { $set: { idempotency: { $map: { input: { $ifNull: ['$idempotency', []] }, in: completed } } } };
}

/** A request that was answered before, and the document that it made or changed. */
export interface Answered<Document> {
  request: AnsweredRequest;
  /** The document with its outbox; undefined when it was removed since. */
  document: Document | undefined;
}

/**
 * What an earlier request with this key was answered. A write that follows is safe when it is conditional on a revision
 * that was read before: a process that notes the request meanwhile raises it. The documents are asked before the collection
 * that noted requests are moved to: they are stored there before they leave the document.
 *
 * When the HTTP request that asked is refused in the end, its refusal is stored in this collection.
 * @throws ApiError idempotency_key_reused when it was another request; the refusal when the earlier one was refused.
 */
export async function findAnswered<Document extends TenantDocument>(
  model: Model<Document>,
  scope: AccountScope,
): Promise<Answered<Document> | undefined> {
  if (!scope.idempotency) return undefined;
  const { key, requestHash } = scope.idempotency;
  onRefusal(model.collection.collectionName, (refusal) => noteRefusal(model, scope, refusal));
  const read = async (filter: Record<string, unknown>) =>
    (await model.findOne({ user_id: scope.accountId, ...filter } as never, answerProjection).lean<Document>()) ??
    undefined;
  const holder = await read({ 'idempotency.key': key });
  const noted = holder?.idempotency?.find((request) => request.key === key);
  if (holder && noted) {
    if (noted.request_hash !== requestHash) throw keyReused();
    throwIfRefused(noted);
    return { request: noted, document: holder };
  }
  const moved = await findMoved(model, scope);
  if (!moved) return undefined;
  if (moved.request_hash !== requestHash) throw keyReused();
  return { request: moved, document: await read({ _id: moved.document_id }) };
}

function findMoved<Document extends TenantDocument>(
  model: Model<Document>,
  { accountId, idempotency }: AccountScope,
): Promise<MovedRequest | null> {
  const beside = { collection_name: model.collection.collectionName, key: idempotency!.key };
  return answeredRequestModel(model.db)
    .findOne({ user_id: accountId, ...beside })
    .lean();
}

/**
 * Stores the refusal of a request, so that an earlier attempt of it that comes later writes nothing.
 * @returns how to take it back; undefined when an attempt of the request was carried out meanwhile.
 * @throws ApiError the refusal that another attempt of the request was answered.
 */
async function noteRefusal<Document extends TenantDocument>(
  model: Model<Document>,
  scope: AccountScope,
  refusal: ApiError,
): Promise<(() => Promise<void>) | undefined> {
  const forget = () => forgetRefusal(model, scope);
  if (!(await storeRefusal(model, scope, refusal, KEPT_MS))) {
    await findAnswered(model, scope);
    return undefined;
  }
  // No document notes the key any more; one may have, until its noted requests were moved: they were stored before.
  if (!(await findMoved(model, scope))) return forget;
  await forget();
  return undefined;
}

/**
 * Moves the requests that changed a document, when it has no room for more, to the collection beside it. What made the
 * document stays: a creation has no revision to be conditional on, and only the unique index of the documents refuses
 * it. First the requests are stored there, then they are taken out: a crash between leaves them in both, and a repetition
 * finds them at every moment.
 * @param revision what the document was at when no step had to decide about a write of it: what is moved stays answered.
 */
export async function moveAnswers<Document extends TenantDocument>(
  model: Model<Document>,
  { _id, user_id }: Pick<TenantDocument, '_id' | 'user_id'>,
  revision: number,
): Promise<void> {
  const asRead = { _id, user_id, revision };
  const stored = (await model
    .findOne(asRead as never, { idempotency: 1, idempotency_bytes: 1 })
    .lean()) as TenantDocument | null;
  const noted = stored?.idempotency ?? [];
  if (noted.length < MAX_NOTED && (stored?.idempotency_bytes ?? 0) <= MAX_NOTED_BYTES) return;
  const changes = noted.filter(({ record }) => record === undefined);
  const beside = { user_id, collection_name: model.collection.collectionName, document_id: _id };
  const inserts = changes.map((request) => ({ insertOne: { document: { ...request, ...beside } } }));
  if (inserts.length > 0) {
    // One that is there already was moved by another process.
    await refusedOf(answeredRequestModel(model.db).bulkWrite(inserts, { ordered: false }));
  }
  const isMoved = { $in: ['$$this.key', { $literal: changes.map(({ key }) => key) }] };
  const left = { $filter: { input: { $ifNull: ['$idempotency', []] }, cond: { $not: [isMoved] } } };
  await model.updateOne(asRead as never, [{ $set: { idempotency: left, idempotency_bytes: 0 } }] as never, {
    updatePipeline: true,
  });
}

/** A key that was used for another request. */
export function keyReused(): ApiError {
  return new ApiError(
    'idempotency_key_reused',
    'this Idempotency-Key was used for another request; a new request needs a new key',
  );
}

/** Forgets the requests noted in the documents of a collection, and its refusals, whose time is over. */
export async function forgetOldAnswers<Document extends TenantDocument>(model: Model<Document>): Promise<void> {
  await forgetOldRefusals(model);
  const until_utc = { $lt: new Date() };
  const isOver = { ...isRecord, 'idempotency.until_utc': until_utc };
  await model.updateMany(isOver as never, { $pull: { idempotency: { until_utc } } });
}

/** Forgets the requests whose time is over of those that were moved out of their documents. */
export async function forgetMovedAnswers(connection: Connection): Promise<void> {
  await answeredRequestModel(connection).deleteMany({ until_utc: { $lt: new Date() } });
}
