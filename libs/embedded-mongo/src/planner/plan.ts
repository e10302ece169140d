import type { Document } from '../values/decode';
import type { IndexDefinition } from '../storage/index-definition';
import type { IndexRange } from './index-range';
import type { Predicate } from './predicates';

/** All documents, in order of insertion (or against it). */
export interface CollectionPlan {
  kind: 'collection';
  isReverse: boolean;
  isSorted: boolean;
}

/** Parts of one index. */
export interface IndexPlan {
  kind: 'index';
  index: IndexDefinition;
  readonly ranges: IndexRange[];
  /** The conditions that bound the ranges. */
  used: ReadonlySet<Predicate>;
  isReverse: boolean;
  /** Whether the documents come in the order that was asked for. */
  isSorted: boolean;
  /** Whether every document found this way matches the filter, so that it need not be checked. */
  isExact: boolean;
  /** Whether a document can be found more than once. */
  hasRepeats: boolean;
  /** Whether each range is one whole key of a unique index, which is looked up without a cursor. */
  isLookup: boolean;
  /** Whether the conditions bound the first field of the index. */
  isBounded: boolean;
  /** Per field, as explain shows them. */
  bounds(this: void): Record<string, string[]>;
  score: number;
}

/** One plan per branch of an $or; a document is given once. */
export interface UnionPlan {
  kind: 'union';
  branches: IndexPlan[];
  /** Branches come one after the other: only where no order was asked for. */
  isSorted: boolean;
}

export type Plan = CollectionPlan | IndexPlan | UnionPlan;

/** What a plan is made for. */
export interface PlanRequest {
  filter: Document;
  /** Path to direction, in order; `$natural` alone for the order of insertion. */
  sort?: [path: string, direction: 1 | -1][];
  /** The name of an index, or `$natural`. */
  hint?: { index: string } | { natural: 1 | -1 };
  /** How many documents are read, those to skip included; no limit where it is missing. */
  limit?: number;
  /** Counts the entries of a plan, up to a number of them. */
  countEntries?(this: void, plan: IndexPlan, upTo: number): number;
}
