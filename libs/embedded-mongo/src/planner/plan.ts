import type { Document } from '../values/decode';
import type { IndexDefinition } from '../storage/index-definition';
import type { IndexRange } from './index-range';
import type { Predicate } from './predicates';

/** Reads all documents, in insertion order or in reverse order. */
export interface CollectionPlan {
  kind: 'collection';
  isReverse: boolean;
  isSorted: boolean;
}

export interface IndexPlan {
  kind: 'index';
  index: IndexDefinition;
  readonly ranges: IndexRange[];
  /** The conditions that the ranges come from. */
  used: ReadonlySet<Predicate>;
  isReverse: boolean;
  /** Whether the documents are in the requested order. */
  isSorted: boolean;
  /**
   * Whether every document in the ranges matches the filter, so the documents need not be checked.
   */
  readonly isExact: boolean;
  /** Whether the ranges may contain a document more than once. */
  hasRepeats: boolean;
  /**
   * Whether each range is one complete key of a unique index. Such a key is looked up directly,
   * without a cursor.
   */
  isLookup: boolean;
  /** Whether a condition bounds the first field of the index. */
  isBounded: boolean;
  /** Returns the bounds of each field in the format of explain. */
  bounds(this: void): Record<string, string[]>;
  score: number;
}

/** One plan for each branch of an $or. A document that several branches find is returned once. */
export interface UnionPlan {
  kind: 'union';
  branches: IndexPlan[];
  /**
   * True only if the query requests no order, because the branches are read one after the other.
   */
  isSorted: boolean;
}

export type Plan = CollectionPlan | IndexPlan | UnionPlan;

export interface PlanRequest {
  filter: Document;
  /**
   * The paths to sort by, with directions, the most important first. A single `$natural` means
   * insertion order.
   */
  sort?: [path: string, direction: 1 | -1][];
  /** The name of an index, or the direction of `$natural`. */
  hint?: { index: string } | { natural: 1 | -1 };
  /**
   * How many documents the query needs at most, including those that it skips. Undefined means no
   * limit.
   */
  limit?: number;
  /** Counts the index entries that a plan reads, up to `upTo`. */
  countEntries?(this: void, plan: IndexPlan, upTo: number): number;
}
