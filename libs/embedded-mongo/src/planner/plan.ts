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

export interface IndexPlan {
  kind: 'index';
  index: IndexDefinition;
  readonly ranges: IndexRange[];
  /** The conditions that bound the ranges. */
  used: ReadonlySet<Predicate>;
  isReverse: boolean;
  /** Whether the documents are in the requested order. */
  isSorted: boolean;
  /** Whether every document in the ranges matches the filter. Then the filter is not checked on the documents. */
  readonly isExact: boolean;
  /** Whether the ranges may contain a document more than once. */
  hasRepeats: boolean;
  /** Whether each range is one complete key of a unique index. Such keys are looked up without a cursor. */
  isLookup: boolean;
  /** Whether a condition bounds the first field of the index. */
  isBounded: boolean;
  /** The bounds of each field, as explain shows them. */
  bounds(this: void): Record<string, string[]>;
  score: number;
}

/** One plan for each branch of an $or. Each document is returned once. */
export interface UnionPlan {
  kind: 'union';
  branches: IndexPlan[];
  /** True only if no order is requested, because the branches are read one after the other. */
  isSorted: boolean;
}

export type Plan = CollectionPlan | IndexPlan | UnionPlan;

export interface PlanRequest {
  filter: Document;
  /** Paths and directions, in order of importance. A single `$natural` means insertion order. */
  sort?: [path: string, direction: 1 | -1][];
  /** The name of an index, or the direction of `$natural`. */
  hint?: { index: string } | { natural: 1 | -1 };
  /** How many documents are read, including those that are skipped. Undefined means no limit. */
  limit?: number;
  /** Counts the entries of a plan, but at most `upTo`. */
  countEntries?(this: void, plan: IndexPlan, upTo: number): number;
}
