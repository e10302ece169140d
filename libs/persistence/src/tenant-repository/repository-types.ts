import type { Model } from 'mongoose';
import type { AccountScope } from '../account-scope';
import type { DuplicateKeyError } from '../duplicate-key';
import type { Entity, PublicRecord } from '../entity';
import type { JobEntry } from '../outbox-entry';
import type { Relay } from '../outbox/relay';
import type { JobRequest } from '../plan-change';
import type { Body, NewBody, TenantDocument } from '../tenant-document';

export interface ReaderOptions<Document extends TenantDocument> {
  model: Model<Document>;
  /** The name of a document in error messages, with its article: "a booking". */
  noun: string;
  /** Fields that reads do not return, in addition to the outbox fields. */
  hiddenFields?: Record<string, 0>;
  /**
   * Fields that contain secrets. In the stored answers of repeatable requests they are encrypted.
   */
  secretFields?: readonly (keyof Document & string)[];
}

export interface RepositoryOptions<
  Document extends TenantDocument,
  Shown extends PublicRecord,
  References,
> extends ReaderOptions<Document> {
  /** The records that a document contains. A creation returns the first one. */
  entities: readonly [Entity<Document, Shown, References>, ...Entity<Document, PublicRecord, References>[]];
  relay: Relay;
  /**
   * Loads the other records of which these records show parts, such as the guest of a booking. All
   * documents belong to one account and are handled in one call.
   */
  loadReferences?(scope: AccountScope, bodies: readonly Body<Document>[]): Promise<References>;
}

/**
 * Makes `loadReferences` mandatory if records show parts of other records, because a resync must
 * publish these parts too.
 */
export type LoadsReferences<Document extends TenantDocument, References> = [References] extends [undefined]
  ? unknown
  : { loadReferences(scope: AccountScope, bodies: readonly Body<Document>[]): Promise<References> };

/** Which of the matching documents to return, and which of their fields. */
export interface FindOptions {
  limit: number;
  skip?: number;
  /** The path by which the documents are ordered, ascending unless `descending` is set. */
  orderBy?: string;
  descending?: boolean;
  /** Paths that are not loaded because they are large and the client did not request them. */
  without?: readonly string[];
  /**
   * Lists of which only the first entry is loaded. This is enough to see whether a list is empty.
   */
  firstOf?: readonly string[];
}

/** The parts of other records that the records show. Absent if the records show none. */
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
  /**
   * Increases the revision even if nothing else changes. Concurrent writes that were computed from
   * an earlier read must then be computed again.
   */
  bumpsRevision?: boolean;
  /**
   * Removes the stored answer of the request that created the document. Use this only if that request
   * was never answered with a success.
   */
  forgetsAnswer?: boolean;
  /**
   * Removes the stored answers of requests whose change led to a version above `above`.
   * `path` is the path of the version in the document.
   */
  forgetsChanges?: { path: string; above: number };
  /**
   * Makes the record after this change the stored answer of the request that created the document.
   */
  completesAnswer?: boolean;
};

/** A decision. If `answer` is given, repeated requests get this answer instead of the document. */
export interface Decided<Document extends TenantDocument, References> {
  decision: Decision<Document, References>;
  answer?: Record<string, unknown>;
}

/** A new document, and the jobs to enqueue with its write. */
export type NewDocument<Document extends TenantDocument, References = undefined> = WithReferences<References> & {
  after: NewBody<Document>;
  jobs?: readonly JobRequest[];
  /**
   * A secret in the answer that is not in the document. It is stored encrypted, so that a repeated
   * request can return it.
   */
  secret?: string;
};

/** The result of a creation, or the stored answer of an earlier attempt. */
export interface Creation<Document extends TenantDocument, Shown extends PublicRecord> {
  record: Shown;
  /** The secret that the response contains. Absent if the response contains none. */
  secret?: string;
  /** The stored document. Absent if this is the stored answer of an earlier attempt. */
  document?: Body<Document>;
}

/** A write that a unique index refused. */
export interface Refused<Document extends TenantDocument> {
  refused: DuplicateKeyError;
  /** The document that would have been stored. */
  after: Body<Document>;
}

/**
 * A document after a change, and the references that the decision contained. The references are
 * absent if `decide` returned undefined.
 */
export interface Changed<Document extends TenantDocument, References> {
  document: Body<Document>;
  references?: References;
}

/** A document after an update. There may have been nothing to write. */
export interface Updated<Document extends TenantDocument, References> extends Changed<Document, References> {
  /** The written document, for the relay. Absent if the relay has nothing to do. */
  written?: { stored: Document; hasJobs: boolean };
}

/** Deciding jobs (see outbox-entry.ts) of earlier writes, which must run before a document can be changed. */
export interface Undecided {
  key: Pick<TenantDocument, '_id' | 'user_id'>;
  undecided: JobEntry[];
}
