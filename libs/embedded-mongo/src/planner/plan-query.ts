import { MongoError } from '../errors/mongo-error';
import type { Collection } from '../storage/catalog';
import type { IndexDefinition } from '../storage/index-definition';
import { filterParts, type FilterParts } from './conjuncts';
import type { IndexPlan, Plan, PlanRequest, UnionPlan } from './plan';
import { planIndex } from './plan-index';
import { predicateOf, type Predicate } from './predicates';

/**
 * Chooses how to find the documents of a query: with one index, with one index for each branch of
 * an $or, or by reading all documents. If several indexes are useful, chooses the plan that reads
 * the fewest entries. Every plan finds all matching documents, and may read others.
 * @throws MongoError 2 if the hint names no index, 238 if the index of the hint may lack matching
 * documents
 */
export function planQuery(collection: Collection, request: PlanRequest): Plan {
  const parts = filterParts(request.filter);
  if (request.hint) return hinted(collection, parts, request, request.hint);
  const natural = request.sort?.length === 1 && request.sort[0]?.[0] === '$natural' ? request.sort[0][1] : undefined;
  if (natural) return { kind: 'collection', isReverse: natural === -1, isSorted: true };
  const plans = indexPlans(collection, parts, request);
  const best = bestBounded(plans, request);
  if (best && (best.isLookup || parts.alternatives.length === 0)) return best;
  const union = planUnion(collection, parts, request);
  if (best) return union && isCheaper(union, best, request) ? union : best;
  if (union) return union;
  // An index without bounds is useful only for its sort order. Without the index, all documents would be sorted in
  // memory.
  const ordered = byScore(plans);
  if (ordered && request.sort?.length && ordered.isSorted) return ordered;
  return { kind: 'collection', isReverse: false, isSorted: !request.sort?.length };
}

const USELESS = 10;
/**
 * Plans are compared by how many index entries they read. Counting stops at the first of these limits at which the best
 * plan is certain. Counting up to the last limit takes a millisecond. If the last limit were lower, a plan that finds
 * many documents could look as cheap as one that finds few, and its documents would be sorted needlessly.
 */
const COUNTED_UP_TO = [64, 512, 4096, 20_000] as const;
const MAX_COUNTED = 20_000;
/** A different plan is chosen only if it saves more than this many index entries. */
const SMALL_DIFFERENCE = 8;

/**
 * The plans of all useful indexes. If a query can look up complete keys of a unique index, only the
 * plan of that index is returned.
 */
function indexPlans(collection: Collection, parts: FilterParts, request: PlanRequest): IndexPlan[] {
  const predicates = parts.conjuncts.map(predicateOf).filter((predicate) => predicate !== undefined);
  const lookup = lookupPlan(collection, parts, predicates, request);
  if (lookup) return [lookup];
  const plans: IndexPlan[] = [];
  for (const index of collection.indexes) {
    if (!request.sort?.length && !bounds(index, predicates)) continue;
    const plan = planIndex(index, parts, predicates, request);
    if (plan) plans.push(plan);
  }
  return plans;
}

/**
 * The plan of the first index in which the query can look up complete unique keys. Most reads and
 * writes have such a plan, so this function is called before other indexes are considered.
 */
function lookupPlan(
  { indexes }: Collection,
  parts: FilterParts,
  predicates: Predicate[],
  request: PlanRequest,
): IndexPlan | undefined {
  const equal = new Set(predicates.filter(({ kind }) => kind === 'equality').map(({ conjunct }) => conjunct.path));
  for (const index of indexes) {
    if (!index.unique || !index.fields.every(({ path }) => equal.has(path))) continue;
    const plan = planIndex(index, parts, predicates, request);
    if (plan?.isLookup) return plan;
  }
  return undefined;
}

/** Whether one of the conditions is on the first field of the index. */
function bounds({ fields: [first] }: IndexDefinition, predicates: readonly Predicate[]): boolean {
  return predicates.some(({ conjunct }) => conjunct.path === first?.path);
}

function bestBounded(plans: readonly IndexPlan[], request: PlanRequest): IndexPlan | undefined {
  const bounded = plans.filter((plan) => plan.isBounded && plan.score > USELESS);
  return bounded.length > 1 ? cheapest(bounded, request) : bounded[0];
}

function byScore(plans: readonly IndexPlan[]): IndexPlan | undefined {
  let best: IndexPlan | undefined;
  for (const plan of plans) if (!best || plan.score > best.score) best = plan;
  return best;
}

/**
 * The plan that reads the fewest entries. The number of matching documents is unknown. It is
 * assumed to be the smallest number of entries of all plans.
 */
function cheapest(plans: readonly IndexPlan[], request: PlanRequest): IndexPlan {
  const likely = byScore(plans) as IndexPlan;
  const { countEntries } = request;
  if (likely.isLookup || !countEntries) return likely;
  // A plan has fewer entries than the likely plan only if it uses a condition that the likely plan does not use. The
  // entries of all other plans need not be counted.
  const others = plans.filter((plan) => [...plan.used].some((predicate) => !likely.used.has(predicate)));
  if (others.length === 0) return likely;
  const counted = [likely, ...others];
  for (const upTo of COUNTED_UP_TO) {
    const counts = counted.map((plan) => countEntries(plan, upTo));
    const fewest = Math.max(1, Math.min(...counts));
    const costs = counted.map((plan, i) => costOf(plan, counts[i] as number, fewest, request));
    if (upTo < MAX_COUNTED && !isCertain(counts, costs, upTo)) continue;
    const lowest = Math.min(...costs);
    return lowest < (costs[0] as number) - SMALL_DIFFERENCE ? (counted[costs.indexOf(lowest)] as IndexPlan) : likely;
  }
  return likely;
}

/**
 * Whether it is certain that a completely counted plan is the best. A plan that is not completely counted has at least
 * as many entries as were counted, and more entries only make it more expensive.
 */
function isCertain(counts: readonly number[], costs: readonly number[], upTo: number): boolean {
  const lowest = Math.min(...costs.filter((_, i) => (counts[i] as number) < upTo));
  return costs.every((cost, i) => (counts[i] as number) < upTo || cost > lowest + SMALL_DIFFERENCE);
}

/**
 * Estimates how many entries a plan reads. If the plan returns documents in sort order, it can stop
 * when it has found `limit` documents. The estimate assumes that the matching documents are evenly
 * distributed among the entries.
 */
function costOf(plan: IndexPlan, entries: number, matches: number, { limit = Infinity }: PlanRequest): number {
  return plan.isSorted && limit !== Infinity ? Math.min(entries, (limit * entries) / matches) : entries;
}

/**
 * Whether the plans for the branches of an $or together read fewer entries than a plan with one
 * index.
 */
function isCheaper({ branches }: UnionPlan, single: IndexPlan, request: PlanRequest): boolean {
  const { countEntries } = request;
  if (!countEntries) return false;
  for (const upTo of COUNTED_UP_TO) {
    const entries = countEntries(single, upTo);
    if (entries <= SMALL_DIFFERENCE) return false;
    const ofBranches = branches.map((branch) => countEntries(branch, upTo));
    const inBranches = ofBranches.reduce((sum, count) => sum + count, 0);
    if (entries < upTo && inBranches >= entries) return false;
    const matches = Math.max(1, Math.min(entries, inBranches));
    const isLess = inBranches < costOf(single, entries, matches, request) - SMALL_DIFFERENCE;
    // If the plan with one index has more entries than were counted, the branches are even cheaper
    // in comparison.
    const areBranchesCounted = ofBranches.every((count) => count < upTo);
    if (upTo === MAX_COUNTED || (areBranchesCounted && (entries < upTo || (isLess && inBranches <= entries))))
      return isLess;
  }
  return false;
}

/**
 * Plans an $or with one index for each branch. Undefined if a branch has no suitable index. The
 * other conditions of the filter are applied to each branch too.
 */
function planUnion(collection: Collection, parts: FilterParts, request: PlanRequest): UnionPlan | undefined {
  const { countEntries } = request;
  for (const branches of parts.alternatives) {
    const plans = branches.map((branch) => {
      const filter = { $and: [branch, request.filter] };
      const ofBranch = { filter, countEntries };
      const bounded = indexPlans(collection, filterParts(filter), ofBranch).filter((plan) => plan.isBounded);
      const plan = bestBounded(bounded, ofBranch) ?? byScore(bounded);
      return plan && { ...plan, ranges: plan.ranges, isExact: false };
    });
    if (plans.every((plan) => plan !== undefined))
      return { kind: 'union', branches: plans, isSorted: !request.sort?.length };
  }
  return undefined;
}

function hinted(
  collection: Collection,
  parts: FilterParts,
  request: PlanRequest,
  hint: NonNullable<PlanRequest['hint']>,
): Plan {
  if ('natural' in hint) return { kind: 'collection', isReverse: hint.natural === -1, isSorted: !request.sort?.length };
  const index = collection.indexes.find((candidate) => candidate.name === hint.index);
  if (!index) throw badHint();
  const predicates = parts.conjuncts.map(predicateOf).filter((predicate) => predicate !== undefined);
  const plan = planIndex(index, parts, predicates, request);
  if (!plan) {
    const text = `a hint to the sparse or partial index ${index.name}, which may lack matching documents, is not supported by the embedded database`;
    throw new MongoError(238, 'NotImplemented', text);
  }
  return plan;
}

function badHint(): MongoError {
  const text =
    'error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index';
  return new MongoError(2, 'BadValue', text);
}
