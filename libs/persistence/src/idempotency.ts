import { ApiError } from '@keyhaven/contracts/shared/errors';
import { type Connection, type Model, Schema } from 'mongoose';
import type { AccountScope, IdempotentRequest } from './account-scope';
import { refusedOf } from './duplicate-key';
import { genericFilter } from './generic-filter';
import { forgetOldRefusals, forgetRefusal, isRecord, storeRefusal, throwIfRefused } from './refused-requests';
import { onRefusal } from './request-progress';
import type { Together } from './together';
import type { AnsweredRequest, TenantDocument } from './tenant-document';

/** How long a request can be repeated under its key: a day and a margin. */
const KEPT_MS = 26 * 3600 * 1000;

/** The fields that are read to answer a repetition: noted requests, and entries in the outbox. */
const answerProjection = { user_id: 1, idempotency: 1, outbox: 1, outbox_spilled: 1 } as const;

/**
 * With this many noted requests in a document, the next write first moves those that changed it to answered_requests.
 */
export const MAX_NOTED = 32;
/** Likewise when their answers exceed this size in bytes, because every write stores the whole document again. */
export const MAX_NOTED_BYTES = 64_000;

/** A request that changed a document, moved out of it to make room. */
interface MovedRequest extends AnsweredRequest {
  user_id: number;
  collection_name: string;
  document_id: number;
}

/** The collection for noted requests that were moved out of their documents. */
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
    // A repeated request finds its answer; a request that two processes move at the same time is stored once.
    .index({ user_id: 1, collection_name: 1, key: 1 }, { unique: true })
    // The sweep that forgets answers past their time.
    .index({ until_utc: 1 });
  return connection.model<MovedRequest>('AnsweredRequest', schema);
}

/** The stored answer for repetitions of a request: expressions, and their estimated size. */
export interface KeptAnswer {
  kept: Partial<Record<'record' | 'answer' | 'packed' | 'body' | 'sealed', unknown>>;
  /** 0 for the request that created the document: it is never moved, and causes no move. */
  bytes: number;
}

/** The stage of a write that notes its request in the document. */
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
 * The stage of a write that removes the requests that brought the document above a version.
 * @param path the path of the version in the document.
 */
export function forgettingChanges({ path, above }: { path: string; above: number }): { $set: Record<string, unknown> } {
  const isLater = { $gt: [`$$this.body.${path}`, above] };
  const kept = { $filter: { input: { $ifNull: ['$idempotency', []] }, cond: { $not: [isLater] } } };
  return { $set: { idempotency: kept } };
}

/** The stage of a write that replaces the stored answer of the request that created the document. */
export function completingAnswer(record: Record<string, unknown>): { $set: Record<string, unknown> } {
  const isCreation = { $ne: [{ $type: '$$this.record' }, 'missing'] };
  const completed = { $cond: [isCreation, { $mergeObjects: ['$$this', { record }] }, '$$this'] };
  return { $set: { idempotency: { $map: { input: { $ifNull: ['$idempotency', []] }, in: completed } } } };
}

/** A request that was answered before, and the document that it created or changed. */
export interface Answered<Document> {
  request: AnsweredRequest;
  /** The document with its outbox; undefined if it was removed since. */
  document: Document | undefined;
}

/**
 * Finds the answer of an earlier request with this key. A write that follows is safe if its condition names a revision
 * that was read before, because noting a request raises the revision. This reads the documents first, then
 * answered_requests: requests are stored there before they leave their document.
 *
 * If the HTTP request is refused in the end, its refusal is stored in this collection.
 * @throws ApiError idempotency_key_reused when it was another request; StoredRefusal when the earlier one was refused.
 */
export async function findAnswered<Document extends TenantDocument>(
  model: Model<Document>,
  scope: AccountScope,
): Promise<Answered<Document> | undefined> {
  if (!scope.idempotency) return undefined;
  const { key, requestHash } = scope.idempotency;
  if (scope.together) return findTogether(model, scope, scope.together, scope.idempotency);
  onRefusal(model.collection.collectionName, (refusal) => noteRefusal(model, scope, refusal));
  const read = async (filter: Record<string, unknown>) =>
    (await model.findOne(genericFilter({ user_id: scope.accountId, ...filter }), answerProjection).lean<Document>()) ??
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

/**
 * The same for a line of an import, together with the other lines. Imports only create records, and the request that created
 * a document stays in it. Refusals of lines are not stored: a line may be corrected and sent again under its key.
 */
async function findTogether<Document extends TenantDocument>(
  model: Model<Document>,
  { accountId }: AccountScope,
  together: Together,
  { key, requestHash }: IdempotentRequest,
): Promise<Answered<Document> | undefined> {
  const name = `${model.collection.collectionName}.answered`;
  const answered = await together.gather(name, key, async (keys: readonly string[]) => {
    const filter = { user_id: accountId, 'idempotency.key': { $in: [...keys] } };
    const holders = await model.find(filter as never, answerProjection).lean<Document[]>();
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
 * Stores the refusal of a request, so that an earlier attempt that arrives later writes nothing.
 * @returns a function that removes the refusal; undefined when another attempt was carried out meanwhile.
 * @throws StoredRefusal the refusal that another attempt of the request got.
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
  // No document notes the key now, but its noted requests may just have been moved: then they are found there.
  if (!(await findMoved(model, scope))) return forget;
  await forget();
  return undefined;
}

/**
 * Moves the requests that changed a document to answered_requests when it has no room for more. The request that
 * created the document stays: a creation has no revision as its condition, so only the unique index of the documents
 * refuses a repetition. The requests are stored there before they are removed here: after a crash in between they are
 * in both, and a repetition always finds them.
 * @param revision the revision at which no job had to decide about a write, so that what is moved stays answered.
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
    // A duplicate was moved by another process.
    await refusedOf(answeredRequestModel(model.db).bulkWrite(inserts, { ordered: false }));
  }
  const isMoved = { $in: ['$$this.key', { $literal: changes.map(({ key }) => key) }] };
  const left = { $filter: { input: { $ifNull: ['$idempotency', []] }, cond: { $not: [isMoved] } } };
  await model.updateOne(asRead, [{ $set: { idempotency: left, idempotency_bytes: 0 } }], {
    updatePipeline: true,
  });
}

/** The error for a key that was used for another request. */
export function keyReused(): ApiError {
  return new ApiError(
    'idempotency_key_reused',
    'this Idempotency-Key was used for another request; a new request needs a new key',
  );
}

/** Removes the expired noted requests and refusals of a collection. */
export async function forgetOldAnswers<Document extends TenantDocument>(model: Model<Document>): Promise<void> {
  await forgetOldRefusals(model);
  const until_utc = { $lt: new Date() };
  const isOver = { ...isRecord, 'idempotency.until_utc': until_utc };
  await model.updateMany(genericFilter(isOver), { $pull: { idempotency: { until_utc } } });
}

/** Removes the expired requests that were moved out of their documents. */
export async function forgetMovedAnswers(connection: Connection): Promise<void> {
  await answeredRequestModel(connection).deleteMany({ until_utc: { $lt: new Date() } });
}
