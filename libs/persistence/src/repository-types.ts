import type { Model } from 'mongoose';
import type { AccountScope } from './account-scope';
import type { Entity, PublicRecord } from './entity';
import type { JobEntry } from './outbox/outbox-entry';
import type { Relay } from './outbox/relay';
import type { JobRequest } from './plan-change';
import type { Body, TenantDocument } from './tenant-document';

export interface RepositoryOptions<Document extends TenantDocument, References> {
  model: Model<Document>;
  /** What one document is called in messages, with its article: "a booking". */
  noun: string;
  entities: readonly Entity<Document, References>[];
  relay: Relay;
  /** Fields beside the outbox that reads leave out. */
  hiddenFields?: Record<string, 0>;
  /** Loads what the records of documents of one account show of other records, for any number of them at once. */
  loadReferences?(scope: AccountScope, bodies: readonly Body<Document>[]): Promise<References>;
}

/** Records that show parts of others are told anew with them: their repository has to know how to load these. */
export type LoadsReferences<Document extends TenantDocument, References> = [References] extends [undefined]
  ? unknown
  : Required<Pick<RepositoryOptions<Document, References>, 'loadReferences'>>;

/** Which of the documents that match are answered, and how much of them. */
export interface FindOptions {
  limit: number;
  skip?: number;
  /** The path that they are ordered by, ascending unless `descending` says otherwise. */
  orderBy?: string;
  descending?: boolean;
  /** Paths that are not loaded: large ones that nobody asked for. */
  without?: readonly string[];
  /** Lists of which the first entry alone is loaded, to tell whether there is any. */
  firstOf?: readonly string[];
}

/** What a change makes of a document; undefined leaves it as it is. */
export interface Decision<Document extends TenantDocument, References = undefined> {
  after: Body<Document>;
  /** What the records show of other records, before and after the change. */
  references: References;
  jobs?: readonly JobRequest[];
  /** Takes back the answer that repetitions of the request that made the document would get: nobody was told of it. */
  forgetsAnswer?: boolean;
  /** Likewise of the requests by which the document came to a version above one; `path` is where that stands. */
  forgetsChanges?: { path: string; above: number };
  /** Has repetitions of the request that made the document answered what this change makes of its record. */
  completesAnswer?: boolean;
}

/** What a creation answered: now, or when the request was first made. */
export interface Creation<Document extends TenantDocument> {
  record: PublicRecord;
  /** The stored document; absent when the answer of an earlier request was repeated. */
  document?: Body<Document>;
}

/** A document as a write left it, for the relay. */
export interface Written<Document extends TenantDocument> {
  stored: Document;
  hasJobs: boolean;
}

/** A document as an update leaves it, whether it wrote or not. */
export interface Updated<Document extends TenantDocument> {
  document: Body<Document>;
  written?: Written<Document>;
}

/** What has to be decided before a document can be changed. */
export interface Undecided {
  key: Pick<TenantDocument, '_id' | 'user_id'>;
  undecided: JobEntry[];
}
