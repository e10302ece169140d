import type { ErrorCode } from '@keyhaven/contracts/shared/errors';
import { Schema, type SchemaDefinition } from 'mongoose';
import type { OutboxEntry } from './outbox/outbox-entry';

/** What every document of an account carries beside its own fields. */
export interface TenantDocument {
  _id: number;
  user_id: number;
  /** Raised by every write but the relay's; writes are conditional on it. */
  revision: number;
  /** Which write made the document: a repeated write knows its own by it. */
  insert_id?: string;
  outbox?: OutboxEntry[];
  /** When a sweep takes the outbox over. Absent when there is nothing to do. */
  outbox_due_utc?: Date;
  /** The process that is draining the outbox. */
  outbox_owner?: string;
  outbox_bytes?: number;
  /** The highest `seq` among entries in the spill collection; absent when there are none. */
  outbox_spilled?: number;
  /** The requests with an Idempotency-Key that wrote the document: the one that made it, and those that changed it. */
  idempotency?: AnsweredRequest[];
  /** Estimated size of the answers to the requests that changed it; what was forgotten since may still count. */
  idempotency_bytes?: number;
}

/** What the repetition of a request is known by, and one of the four that it is answered from. */
export interface AnsweredRequest {
  key: string;
  request_hash: string;
  until_utc: Date;
  bytes?: number;
  /** The public record, where the request made the document. */
  record?: Record<string, unknown>;
  /** The answer itself, where the request that changed the document had one of its own. */
  answer?: Record<string, unknown>;
  /** What the request made of the document, as a service's own code sees it. */
  body?: Record<string, unknown>;
  /** Why the request was refused; noted in a document of its own. */
  refusal?: { code: ErrorCode; messages: string[] };
}

/** What a service's own code sees of a document. */
export type Body<Document extends TenantDocument> = Omit<Document, Exclude<keyof TenantDocument, '_id' | 'user_id'>>;

/** Fields that reads never load. */
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

/** What a service's own code sees of a stored document. */
export function bodyOf<Document extends TenantDocument>(stored: Document): Body<Document> {
  const body = { ...stored } as unknown as Record<string, unknown>;
  for (const field of [...Object.keys(unreadFields), 'revision']) delete body[field];
  return body as unknown as Body<Document>;
}

const { outbox: _outbox, outbox_spilled: _spilled, ...unreadBeforeWrites } = unreadFields;

/** What a read that a write follows leaves out: it sees which steps the outbox holds, and not the events. */
export const unreadForWrite = { ...unreadBeforeWrites, 'outbox.event': 0 } as const;

/** The schema of a tenant collection: the service's own fields, and what every document carries. */
export function tenantSchema(collection: string, fields: SchemaDefinition): Schema {
  return (
    new Schema(
      {
        _id: { type: Number, required: true },
        user_id: { type: Number, required: true },
        revision: { type: Number, required: true },
        insert_id: String,
        outbox: { type: [Schema.Types.Mixed], default: undefined },
        outbox_due_utc: Date,
        outbox_owner: String,
        outbox_bytes: Number,
        outbox_spilled: Number,
        idempotency: { type: [Schema.Types.Mixed], default: undefined },
        idempotency_bytes: Number,
        ...fields,
      },
      { collection, versionKey: false, minimize: false, autoIndex: false, autoCreate: false, strictQuery: false },
    )
      // Reads by id, lists by id, and the conditional write.
      .index({ user_id: 1, _id: 1 }, { unique: true })
      // The relay's sweep: documents that have something to tell.
      .index({ outbox_due_utc: 1 }, { partialFilterExpression: { outbox_due_utc: { $exists: true } } })
      // The relay's sweep while the bus is away: documents that ask for steps.
      .index({ 'outbox.kind': 1, outbox_due_utc: 1 }, { partialFilterExpression: { 'outbox.kind': 'job' } })
      // A repeated request finds what it made or changed, and a concurrent one loses here.
      .index(
        { user_id: 1, 'idempotency.key': 1 },
        { unique: true, partialFilterExpression: { 'idempotency.key': { $exists: true } } },
      )
      // The sweep that forgets answers past their time.
      .index(
        { 'idempotency.until_utc': 1 },
        { partialFilterExpression: { 'idempotency.until_utc': { $exists: true } } },
      )
  );
}
