import type { ErrorCode } from '@keyhaven/contracts/shared/errors';
import { type Model, type mongo, Schema, type SchemaDefinition, type SchemaDefinitionProperty } from 'mongoose';
import type { OutboxEntry } from './outbox-entry';

/** The fields that every document of an account has in addition to the fields of its type. */
export interface TenantDocument {
  _id: number;
  user_id: number;
  /**
   * A number that increases with every write except the writes of the relay. The condition of every
   * update contains the revision that was read.
   */
  revision: number;
  /**
   * A random id of the write that created the document. By this id, a retried write recognizes a
   * document that it created itself.
   */
  insert_id?: string;
  outbox?: OutboxEntry[];
  /** When another process may take over the outbox. Absent while the outbox is empty. */
  outbox_due_utc?: Date;
  /** The process that is draining the outbox. */
  outbox_owner?: string;
  outbox_bytes?: number;
  /** The highest `seq` of the entries that were moved to the spill collection. Absent if none are there. */
  outbox_spilled?: number;
  /** The requests with an Idempotency-Key that created or changed the document, with their answers. */
  idempotency?: AnsweredRequest[];
  /**
   * The estimated size of the answered requests that changed the document, in bytes. It may include
   * requests that have been removed.
   */
  idempotency_bytes?: number;
}

/**
 * A document that is itself one public record. Every write sets the record's version and
 * timestamps.
 */
export interface RecordDocument extends TenantDocument {
  version: number;
  created_utc: Date;
  updated_utc: Date;
  deleted_utc?: Date;
}

/**
 * A request with an Idempotency-Key, and its answer. Exactly one of `record`, `answer`, `packed`,
 * `body` and `refusal` contains the answer.
 */
export interface AnsweredRequest {
  key: string;
  request_hash: string;
  until_utc: Date;
  bytes?: number;
  /** The public record, if the request created the document. */
  record?: Record<string, unknown>;
  /**
   * The answer as it was returned, if the request changed the document and returned something other
   * than the document's body.
   */
  answer?: Record<string, unknown>;
  /** The same as `answer`, compressed by `packAnswer`. */
  packed?: mongo.Binary;
  /**
   * The body of the document after the request, if the request changed the document and returned
   * the body.
   */
  body?: object;
  /** The secret part of the answer, encrypted by `sealAnswer`. None of the fields above contains it. */
  sealed?: string;
  /** The refusal of the request. A refusal is stored in a separate document. */
  refusal?: { code: ErrorCode; messages: string[]; headers?: Record<string, string> };
}

/** A document as services use it: without the fields of TenantDocument, except id and account. */
export type Body<Document extends TenantDocument> = Omit<Document, Exclude<keyof TenantDocument, '_id' | 'user_id'>>;

/** The internal fields, which reads for clients never load. */
export const unreadFields = {
  insert_id: 0,
  outbox: 0,
  outbox_due_utc: 0,
  outbox_owner: 0,
  outbox_bytes: 0,
  outbox_spilled: 0,
  idempotency: 0,
  idempotency_bytes: 0,
} as const;

/** The body of a document that has not been written yet. Its timestamps are not set. */
export type NewBody<Document extends TenantDocument> = Omit<Body<Document>, 'created_utc' | 'updated_utc'> &
  Partial<Pick<RecordDocument, 'created_utc' | 'updated_utc'>>;

/**
 * Converts the type of a new body to that of a stored one. The timestamps are missing until the
 * document is written.
 */
export function unwritten<Document extends TenantDocument>(body: NewBody<Document>): Body<Document> {
  return body as Body<Document>;
}

export function bodyOf<Document extends TenantDocument>(stored: Document): Body<Document> {
  const {
    revision: _revision,
    insert_id: _insertId,
    outbox: _outbox,
    outbox_due_utc: _outboxDue,
    outbox_owner: _outboxOwner,
    outbox_bytes: _outboxBytes,
    outbox_spilled: _outboxSpilled,
    idempotency: _idempotency,
    idempotency_bytes: _idempotencyBytes,
    ...body
  } = stored;
  return body;
}

const { outbox: _outbox, outbox_spilled: _spilled, ...unreadBeforeWrites } = unreadFields;

/** The fields that are not loaded before a write. Jobs in the outbox are loaded, events are not. */
export const unreadForWrite = { ...unreadBeforeWrites, 'outbox.event': 0 } as const;

/**
 * The names of the fields that a service adds to a document. For a union of document types, the
 * names of all their fields.
 */
type OwnField<Document> = Document extends unknown ? Exclude<keyof Document, keyof RecordDocument> : never;

/**
 * The schema of a tenant collection. It has the fields of the service, the common fields (account, id, version,
 * timestamps, revision, outbox, answered requests), and the indexes on the common fields. Collections that are not
 * records of an account, such as nights, events and sessions, have no outbox. They use a mongoose schema of their own.
 */
export function tenantSchema<Document extends TenantDocument>(
  collection: string,
  fields: Record<OwnField<Document>, SchemaDefinitionProperty>,
): Schema<Document> {
  const definition: SchemaDefinition = {
    _id: { type: Number, required: true },
    user_id: { type: Number, required: true },
    revision: { type: Number, required: true },
    version: Number,
    created_utc: Date,
    updated_utc: Date,
    deleted_utc: Date,
    insert_id: String,
    outbox: { type: [Schema.Types.Mixed], default: undefined },
    outbox_due_utc: Date,
    outbox_owner: String,
    outbox_bytes: Number,
    outbox_spilled: Number,
    idempotency: { type: [Schema.Types.Mixed], default: undefined },
    idempotency_bytes: Number,
    ...fields,
  };
  return (
    new Schema<Document>(definition, {
      collection,
      versionKey: false,
      minimize: false,
      autoIndex: false,
      autoCreate: false,
      strictQuery: false,
    })
      // Serves reads by id, lists in the order of ids, and conditional writes.
      .index({ user_id: 1, _id: 1 }, { unique: true })
      // Serves the relay's sweep for documents with a filled outbox.
      .index({ outbox_due_utc: 1 }, { partialFilterExpression: { outbox_due_utc: { $exists: true } } })
      // Serves the relay's sweep while the bus is down: it looks for documents with jobs in their outbox.
      .index({ 'outbox.kind': 1, outbox_due_utc: 1 }, { partialFilterExpression: { 'outbox.kind': 'job' } })
      // Serves the search for the document that a repeated request created or changed, and refuses
      // a concurrent attempt of the request.
      .index(
        { user_id: 1, 'idempotency.key': 1 },
        { unique: true, partialFilterExpression: { 'idempotency.key': { $exists: true } } },
      )
      // Serves the removal of expired answers.
      .index(
        { 'idempotency.until_utc': 1 },
        { partialFilterExpression: { 'idempotency.until_utc': { $exists: true } } },
      )
  );
}

/**
 * Returns the same model with a different document type, for collections that hold several types
 * and for generic code.
 */
export function modelOf<Document>({ db, modelName }: Pick<Model<TenantDocument>, 'db' | 'modelName'>): Model<Document> {
  return db.model<Document>(modelName);
}
