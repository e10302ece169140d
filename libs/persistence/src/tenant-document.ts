import type { ErrorCode } from '@keyhaven/contracts/shared/errors';
import { type Model, type mongo, Schema, type SchemaDefinition, type SchemaDefinitionProperty } from 'mongoose';
import type { OutboxEntry } from './outbox/outbox-entry';

/** The fields that every document of an account has in addition to its own. */
export interface TenantDocument {
  _id: number;
  user_id: number;
  /** Raised by every write except the relay's; the condition of every write names it. */
  revision: number;
  /** Identifies the write that created the document, so that a retried write recognizes its own document. */
  insert_id?: string;
  outbox?: OutboxEntry[];
  /** When a sweep takes over the outbox. Absent while the outbox is empty. */
  outbox_due_utc?: Date;
  /** The process that is draining the outbox. */
  outbox_owner?: string;
  outbox_bytes?: number;
  /** The highest `seq` among entries in the spill collection; absent when there are none. */
  outbox_spilled?: number;
  /** The requests with an Idempotency-Key that created or changed the document. */
  idempotency?: AnsweredRequest[];
  /** Estimated size of the noted requests that changed the document, in bytes; removed ones may still count. */
  idempotency_bytes?: number;
}

/** A document that is itself one public record; every write of the record sets its version and times. */
export interface RecordDocument extends TenantDocument {
  version: number;
  created_utc: Date;
  updated_utc: Date;
  /** Absent until the record is deleted. */
  deleted_utc?: Date;
}

/** How a repetition of a request is recognized, and its answer: one of `record`, `answer`, `packed`, `body` and `refusal`. */
export interface AnsweredRequest {
  key: string;
  request_hash: string;
  until_utc: Date;
  bytes?: number;
  /** The public record, if the request created the document. */
  record?: Record<string, unknown>;
  /** The answer itself, if the request that changed the document had an answer of its own. */
  answer?: Record<string, unknown>;
  /** The same, compressed: see `packAnswer`. */
  packed?: mongo.Binary;
  /** The body of the document after the request. */
  body?: object;
  /** The secret part of the answer, which is in none of the above: see `sealAnswer`. */
  sealed?: string;
  /** The refusal, which is noted in a separate document. */
  refusal?: { code: ErrorCode; messages: string[]; headers?: Record<string, string> };
}

/** A document without the fields of TenantDocument other than its id and account: what services work with. */
export type Body<Document extends TenantDocument> = Omit<Document, Exclude<keyof TenantDocument, '_id' | 'user_id'>>;

/** The fields that reads never load. */
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

/** The body of a document that is not written yet, so its times are not set. */
export type NewBody<Document extends TenantDocument> = Omit<Body<Document>, 'created_utc' | 'updated_utc'> &
  Partial<Pick<RecordDocument, 'created_utc' | 'updated_utc'>>;

/** Treats a new body as a stored one. Code that reads it before the write finds no times in it. */
export function unwritten<Document extends TenantDocument>(body: NewBody<Document>): Body<Document> {
  return body as Body<Document>;
}

/** The body of a stored document. */
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

/** The fields that a read before a write leaves out: it loads the jobs in the outbox, but not the events. */
export const unreadForWrite = { ...unreadBeforeWrites, 'outbox.event': 0 } as const;

/** The fields that a service adds to a document; for a union of documents, those of all of them. */
type OwnField<Document> = Document extends unknown ? Exclude<keyof Document, keyof RecordDocument> : never;

/**
 * The schema of a tenant collection: the fields that its type adds, and the common ones: account, id, version, times,
 * revision, outbox, noted requests, and the indexes on them.
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
      // Reads by id, lists by id, and the conditional write.
      .index({ user_id: 1, _id: 1 }, { unique: true })
      // The relay's sweep: documents with a filled outbox.
      .index({ outbox_due_utc: 1 }, { partialFilterExpression: { outbox_due_utc: { $exists: true } } })
      // The relay's sweep while the bus is down: documents with jobs in their outbox.
      .index({ 'outbox.kind': 1, outbox_due_utc: 1 }, { partialFilterExpression: { 'outbox.kind': 'job' } })
      // A repeated request finds what it made or changed, and a concurrent one is refused here.
      .index(
        { user_id: 1, 'idempotency.key': 1 },
        { unique: true, partialFilterExpression: { 'idempotency.key': { $exists: true } } },
      )
      // The sweep that removes expired answers.
      .index(
        { 'idempotency.until_utc': 1 },
        { partialFilterExpression: { 'idempotency.until_utc': { $exists: true } } },
      )
  );
}

/** The same model with another document type: for collections that hold several types, and for code that serves all. */
export function modelOf<Document>({ db, modelName }: Pick<Model<TenantDocument>, 'db' | 'modelName'>): Model<Document> {
  return db.model<Document>(modelName);
}
