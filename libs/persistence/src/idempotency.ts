import { ApiError } from '@keyhaven/contracts/shared/errors';
import { type Connection, type Model, Schema } from 'mongoose';
import type { AccountScope, IdempotentRequest } from './account-scope';
import { refusedOf } from './duplicate-key';
import { genericFilter } from './generic-filter';
import { forgetOldRefusals, forgetRefusal, isRecord, storeRefusal, throwIfRefused } from './refused-requests';
import { onRefusal } from './request-progress';
import { readOneStored } from './stored-reads';
import type { Together } from './together';
import type { AnsweredRequest, TenantDocument } from './tenant-document';

/**
 * How long a request can be repeated with the same Idempotency-Key, in milliseconds: one day and a
 * margin.
 */
const KEPT_MS = 26 * 3600 * 1000;

/**
 * The fields that are needed to answer a repeated request: the answered requests, and the outbox
 * with unfinished jobs.
 */
const answerProjection = { user_id: 1, idempotency: 1, outbox: 1, outbox_spilled: 1 } as const;

/**
 * The maximum number of answered requests that a document stores. When it is reached, the requests
 * that changed the document are moved to the collection answered_requests before the next write.
 * The request that created the document is never moved.
 */
export const MAX_NOTED = 32;
/**
 * The maximum total size of the answers that a document stores, in bytes. Every write stores the
 * whole document again, so the document should stay small.
 */
export const MAX_NOTED_BYTES = 64_000;

/** An answered request that was moved out of its document to make room. */
interface MovedRequest extends AnsweredRequest {
  user_id: number;
  collection_name: string;
  document_id: number;
}

/** The collection of answered requests that were moved out of their documents. */
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
      sealed: String,
      packed: Schema.Types.Mixed,
      bytes: Number,
    },
    { collection: 'answered_requests', versionKey: false, minimize: false, autoIndex: false, autoCreate: false },
  )
    // Serves the search for an earlier request. It also refuses a second copy if two processes move
    // the same request.
    .index({ user_id: 1, collection_name: 1, key: 1 }, { unique: true })
    // Serves the removal of expired requests.
    .index({ until_utc: 1 });
  return connection.model<MovedRequest>('AnsweredRequest', schema);
}

/** The answer for a repeated request, as aggregation expressions, and its estimated size. */
export interface KeptAnswer {
  kept: Partial<Record<'record' | 'answer' | 'packed' | 'body' | 'sealed', unknown>>;
  /**
   * How much the answer counts towards MAX_NOTED_BYTES. It is 0 for the request that created the
   * document, because this request is never moved.
   */
  bytes: number;
}

/** The pipeline stage with which a write stores its own request in the document. */
export function requestStage(
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

/**
 * The condition under which a write may store its request in the document: the document has room
 * for one more request.
 */
export const hasRoomForRequest = {
  [`idempotency.${MAX_NOTED - 1}`]: { $exists: false },
  idempotency_bytes: { $not: { $gt: MAX_NOTED_BYTES } },
};

/**
 * The pipeline stage with which a write removes the stored requests whose change led to a version
 * above `above`.
 * @param path the path of the version in the document.
 */
export function forgettingChanges({ path, above }: { path: string; above: number }): { $set: Record<string, unknown> } {
  const isLater = { $gt: [`$$this.body.${path}`, above] };
  const kept = { $filter: { input: { $ifNull: ['$idempotency', []] }, cond: { $not: [isLater] } } };
  return { $set: { idempotency: kept } };
}

/**
 * The pipeline stage with which a write replaces the stored answer of the request that created the
 * document.
 */
export function completingAnswer(record: Record<string, unknown>): { $set: Record<string, unknown> } {
  const isCreation = { $ne: [{ $type: '$$this.record' }, 'missing'] };
  const completed = { $cond: [isCreation, { $mergeObjects: ['$$this', { record }] }, '$$this'] };
  return { $set: { idempotency: { $map: { input: { $ifNull: ['$idempotency', []] }, in: completed } } } };
}

/** A request that was answered before, and the document that it created or changed. */
export interface Answered<Document> {
  request: AnsweredRequest;
  /** The document with its outbox. Undefined if the document was removed after the request. */
  document: Document | undefined;
}

/**
 * Finds an earlier request with the same Idempotency-Key, first in the documents and then in
 * answered_requests. This order is safe, because a moved request is stored in answered_requests
 * before it is removed from its document. Storing a request increases the revision of its document.
 * So call this function after reading the document, and write only if the document still has the
 * revision that was read.
 *
 * This function also registers where to store the refusal, in case the request is refused later.
 * @throws ApiError idempotency_key_reused if the key was used for a different request;
 *   StoredRefusal if the earlier request was refused.
 */
export async function findAnswered<Document extends TenantDocument>(
  model: Model<Document>,
  scope: AccountScope,
): Promise<Answered<Document> | undefined> {
  if (!scope.idempotency) return undefined;
  const { key, requestHash } = scope.idempotency;
  if (scope.together) return findTogether(model, scope, scope.together, scope.idempotency);
  onRefusal(model.collection.collectionName, (refusal) => noteRefusal(model, scope, refusal));
  const read = (filter: Record<string, unknown>) =>
    readOneStored<Document>(model, { user_id: scope.accountId, ...filter }, answerProjection);
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

/**
 * Does the same as findAnswered for one line of an import. All lines share one read. Imports only
 * create records, and the request that created a document is never moved out of it, so
 * answered_requests is not searched. Refusals of lines are not stored: a client may correct a line
 * and send it again with the same key.
 */
async function findTogether<Document extends TenantDocument>(
  model: Model<Document>,
  { accountId }: AccountScope,
  together: Together,
  { key, requestHash }: IdempotentRequest,
): Promise<Answered<Document> | undefined> {
  const name = `${model.collection.collectionName}.answered`;
  const answered = await together.gather(name, key, async (keys: readonly string[]) => {
    const filter = genericFilter<Document>({ user_id: accountId, 'idempotency.key': { $in: [...keys] } });
    const holders = await model.find(filter, answerProjection).lean<Document[]>();
    const noted = holders.flatMap((document) =>
      (document.idempotency ?? []).map((request) => [request.key, { request, document }] as const),
    );
    const byKey = new Map<string, Answered<Document>>(noted);
    return keys.map((wanted) => byKey.get(wanted));
  });
  if (!answered) return undefined;
  if (answered.request.request_hash !== requestHash) throw keyReused();
  together.repeated.add(key);
  return answered;
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
 * Stores the refusal of a request. After this, an earlier attempt of the request that is still
 * running writes nothing.
 * @returns a function that removes the refusal; undefined if another attempt succeeded in the
 *   meantime.
 * @throws StoredRefusal if another attempt of the request was refused first.
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
  // The refusal was stored, so no document had the key. But a successful attempt may just have been
  // moved to answered_requests.
  if (!(await findMoved(model, scope))) return forget;
  await forget();
  return undefined;
}

/**
 * If the document has no room for another request, moves the requests that changed it to
 * answered_requests. The request that created the document is not moved, because only the unique
 * index on the documents refuses a repeated creation. Requests are stored in answered_requests
 * before they are removed from the document. After a crash in between, they are in both places, and
 * a repeated request still finds them.
 * @param revision the revision of the document when no deciding job (see outbox-entry.ts) was
 *   pending. Nothing is removed at any other revision, because a pending job may still undo the
 *   latest write.
 */
export async function moveAnswers<Document extends TenantDocument>(
  model: Model<Document>,
  { _id, user_id }: Pick<TenantDocument, '_id' | 'user_id'>,
  revision: number,
): Promise<void> {
  const asRead = genericFilter<Document>({ _id, user_id, revision });
  const stored = (await model
    .findOne(asRead, { idempotency: 1, idempotency_bytes: 1 })
    .lean()) as TenantDocument | null;
  const noted = stored?.idempotency ?? [];
  if (noted.length < MAX_NOTED && (stored?.idempotency_bytes ?? 0) <= MAX_NOTED_BYTES) return;
  const changes = noted.filter(({ record }) => record === undefined);
  const beside = { user_id, collection_name: model.collection.collectionName, document_id: _id };
  const inserts = changes.map((request) => ({ insertOne: { document: { ...request, ...beside } } }));
  if (inserts.length > 0) {
    // Ignore duplicates: another process has moved these requests.
    await refusedOf(answeredRequestModel(model.db).bulkWrite(inserts, { ordered: false }));
  }
  const isMoved = { $in: ['$$this.key', { $literal: changes.map(({ key }) => key) }] };
  const left = { $filter: { input: { $ifNull: ['$idempotency', []] }, cond: { $not: [isMoved] } } };
  await model.updateOne(asRead, [{ $set: { idempotency: left, idempotency_bytes: 0 } }], {
    updatePipeline: true,
  });
}

/** Creates the error for an Idempotency-Key that was used for a different request. */
export function keyReused(): ApiError {
  return new ApiError(
    'idempotency_key_reused',
    'this Idempotency-Key was used for another request; a new request needs a new key',
  );
}

/** Removes the expired requests and refusals from a collection. */
export async function forgetOldAnswers<Document extends TenantDocument>(model: Model<Document>): Promise<void> {
  await forgetOldRefusals(model);
  const until_utc = { $lt: new Date() };
  const isOver = { ...isRecord, 'idempotency.until_utc': until_utc };
  await model.updateMany(genericFilter(isOver), { $pull: { idempotency: { until_utc } } });
}

/** Removes expired requests from answered_requests. */
export async function forgetMovedAnswers(connection: Connection): Promise<void> {
  await answeredRequestModel(connection).deleteMany({ until_utc: { $lt: new Date() } });
}
