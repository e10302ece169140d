import type { Model } from 'mongoose';
import type { AccountScope } from './account-scope';
import type { DuplicateKeyError } from './duplicate-key';
import type { Entity, PublicRecord } from './entity';
import type { JobEntry } from './outbox/outbox-entry';
import type { Relay } from './outbox/relay';
import type { JobRequest } from './plan-change';
import type { Body, NewBody, TenantDocument } from './tenant-document';

export interface ReaderOptions<Document extends TenantDocument> {
  model: Model<Document>;
  /** The name of one document in messages, with its article: "a booking". */
  noun: string;
  /** Fields that reads leave out, in addition to the outbox. */
  hiddenFields?: Record<string, 0>;
  /** Fields that hold secrets: the stored answers of repeatable requests have them encrypted. */
  secretFields?: readonly (keyof Document & string)[];
}

export interface RepositoryOptions<
  Document extends TenantDocument,
  Shown extends PublicRecord,
  References,
> extends ReaderOptions<Document> {
  /** The records that a document carries. A creation returns the first one. */
  entities: readonly [Entity<Document, Shown, References>, ...Entity<Document, PublicRecord, References>[]];
  relay: Relay;
  /** Loads the parts of other records that the records of some documents of one account show, all together. */
  loadReferences?(scope: AccountScope, bodies: readonly Body<Document>[]): Promise<References>;
}

/** A resync publishes records with the parts of others that they show, so their repository must be able to load these. */
export type LoadsReferences<Document extends TenantDocument, References> = [References] extends [undefined]
  ? unknown
  : { loadReferences(scope: AccountScope, bodies: readonly Body<Document>[]): Promise<References> };

/** Which of the matching documents are returned, and which fields. */
export interface FindOptions {
  limit: number;
  skip?: number;
  /** The path to order by, ascending unless `descending` is set. */
  orderBy?: string;
  descending?: boolean;
  /** Paths that are not loaded, because they are large and were not asked for. */
  without?: readonly string[];
  /** Lists of which only the first entry is loaded, to see whether they are empty. */
  firstOf?: readonly string[];
}

/** The parts of other records that the records show; absent if they show none. */
export type WithReferences<References> = [References] extends [undefined]
  ? { references?: undefined }
  : { references: References };

export function referencesOf<References>(decision: WithReferences<References>): References {
  return decision.references as References;
}

/** The next state of a document, and other effects of the same write. */
export type Decision<Document extends TenantDocument, References = undefined> = WithReferences<References> & {
  after: Body<Document>;
  jobs?: readonly JobRequest[];
  /** Removes the stored answer to the request that created the document, which was never published. */
  forgetsAnswer?: boolean;
  /** Removes the stored answers to requests that brought the version at `path` above the given one. */
  forgetsChanges?: { path: string; above: number };
  /** Replaces the stored answer to the request that created the document with its record after this change. */
  completesAnswer?: boolean;
};

/** A decision, and the answer that repetitions of the request get instead of the document. */
export interface Decided<Document extends TenantDocument, References> {
  decision: Decision<Document, References>;
  answer?: Record<string, unknown>;
}

/** A new document and the jobs that its write asks for. */
export type NewDocument<Document extends TenantDocument, References = undefined> = WithReferences<References> & {
  after: NewBody<Document>;
  jobs?: readonly JobRequest[];
  /** A part of the answer that is not in the document. It is stored only encrypted, for repetitions of the request. */
  secret?: string;
};

/** The result of a creation, or the stored answer of an earlier one. */
export interface Creation<Document extends TenantDocument, Shown extends PublicRecord> {
  record: Shown;
  /** The secret of the request that made the document, if it had one. */
  secret?: string;
  /** The stored document; absent when the answer of an earlier request was repeated. */
  document?: Body<Document>;
}

/** A write that a unique index refused. */
export interface Refused<Document extends TenantDocument> {
  refused: DuplicateKeyError;
  /** The document as the write would have stored it. */
  after: Body<Document>;
}

/** A document after a change, with the references of the decision; these are absent when nothing was decided. */
export interface Changed<Document extends TenantDocument, References> {
  document: Body<Document>;
  references?: References;
}

/** A document after an update, whether the update wrote or not. */
export interface Updated<Document extends TenantDocument, References> extends Changed<Document, References> {
  /** The written document, for the relay; absent when the relay has nothing to do. */
  written?: { stored: Document; hasJobs: boolean };
}

/** The jobs that must decide about earlier writes before a document can be changed. */
export interface Undecided {
  key: Pick<TenantDocument, '_id' | 'user_id'>;
  undecided: JobEntry[];
}
