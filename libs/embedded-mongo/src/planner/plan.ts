import type { Document } from '../values/decode';
import type { IndexDefinition } from '../storage/index-definition';
import type { IndexRange } from './index-range';
import type { Predicate } from './predicates';

/** Reads all documents, in insertion order or its reverse. */
export interface CollectionPlan {
  kind: 'collection';
  isReverse: boolean;
  isSorted: boolean;
}

/** Reads ranges of one index. */
export interface IndexPlan {
  kind: 'index';
  index: IndexDefinition;
  readonly ranges: IndexRange[];
  /** The conditions that bound the ranges. */
  used: ReadonlySet<Predicate>;
  isReverse: boolean;
  /** Whether the documents are in the requested order. */
  isSorted: boolean;
  /** Whether every document in the ranges matches the filter, so that the filter need not be checked. */
  isExact: boolean;
  /** Whether the ranges may contain a document more than once. */
  hasRepeats: boolean;
  /** Whether each range is one complete key of a unique index. Such keys are looked up without a cursor. */
  isLookup: boolean;
  /** Whether the conditions bound the first field of the index. */
  isBounded: boolean;
  /** The bounds of each field, as explain shows them. */
  bounds(this: void): Record<string, string[]>;
  score: number;
}

/** One plan for each branch of an $or; each document is returned once. */
export interface UnionPlan {
  kind: 'union';
  branches: IndexPlan[];
  /** Branches are read one after the other, so this is true only when no order is requested. */
  isSorted: boolean;
}

export type Plan = CollectionPlan | IndexPlan | UnionPlan;

/** The query that a plan is made for. */
export interface PlanRequest {
  filter: Document;
  /** Paths and directions, in order; a single `$natural` means insertion order. */
  sort?: [path: string, direction: 1 | -1][];
  /** The name of an index, or `$natural`. */
  hint?: { index: string } | { natural: 1 | -1 };
  /** How many documents are read, including those to skip; no limit when missing. */
  limit?: number;
  /** Counts the entries of a plan, and stops at `upTo`. */
  countEntries?(this: void, plan: IndexPlan, upTo: number): number;
}
