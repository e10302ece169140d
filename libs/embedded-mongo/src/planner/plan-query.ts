import { MongoError } from '../errors';
import type { Collection } from '../storage/catalog';
import type { IndexDefinition } from '../storage/index-definition';
import { filterParts, type FilterParts } from './conjuncts';
import type { IndexPlan, Plan, PlanRequest } from './plan';
import { planIndex } from './plan-index';
import { predicateOf, type Predicate } from './predicates';

/**
 * Chooses how to find the documents of a query: by one index, by the indexes of an $or, or by reading all documents. Of
 * several indexes it chooses the one whose bounds contain the fewest entries. Every plan finds at least all matching
 * documents.
 * @throws MongoError 2 when the hint names no index, 238 when that index may miss documents
 */
export function planQuery(collection: Collection, request: PlanRequest): Plan {
  const parts = filterParts(request.filter);
  if (request.hint) return hinted(collection, parts, request, request.hint);
  const natural = request.sort?.length === 1 && request.sort[0]?.[0] === '$natural' ? request.sort[0][1] : undefined;
  if (natural) return { kind: 'collection', isReverse: natural === -1, isSorted: true };
  const plans = indexPlans(collection, parts, request);
  const bounded = plans.filter((plan) => plan.isBounded && plan.score > USELESS);
  const best = bounded.length > 1 ? cheapest(bounded, request) : bounded[0];
  if (best) return best;
  const union = planUnion(collection, parts, request);
  if (union) return union;
  // An index without bounds is useful only for its order, and only when few documents are requested.
  const ordered = byScore(plans);
  if (ordered && request.sort?.length && ordered.isSorted && request.limit) return ordered;
  return { kind: 'collection', isReverse: false, isSorted: !request.sort?.length };
}

const USELESS = 10;
/** Entries are counted only up to this number. Plans with more are compared by the kinds of their conditions. */
const MAX_COUNTED = 1_000;
/** A difference of fewer entries than this is ignored. */
const SMALL_DIFFERENCE = 8;

/**
 * The plans of all useful indexes. If an index can look up whole unique keys, only the plan of the first such index is
 * returned.
 */
function indexPlans(collection: Collection, parts: FilterParts, request: PlanRequest): IndexPlan[] {
  const predicates = parts.conjuncts.map(predicateOf).filter((predicate) => predicate !== undefined);
  const plans: IndexPlan[] = [];
  for (const index of collection.indexes) {
    if (!request.sort?.length && !bounds(index, predicates)) continue;
    const plan = planIndex(index, parts, predicates, request);
    if (plan?.isLookup) return [plan];
    if (plan) plans.push(plan);
  }
  return plans;
}

/** Whether a condition is on the first field of an index. */
function bounds({ fields: [first] }: IndexDefinition, predicates: readonly Predicate[]): boolean {
  return predicates.some(({ conjunct }) => conjunct.path === first?.path);
}

function byScore(plans: readonly IndexPlan[]): IndexPlan | undefined {
  let best: IndexPlan | undefined;
  for (const plan of plans) if (!best || plan.score > best.score) best = plan;
  return best;
}

/**
 * The plan that reads the fewest entries. A plan in sort order stops at the limit: its cost is estimated by assuming
 * that the smallest range contains the matching documents and that they are evenly distributed.
 */
function cheapest(plans: readonly IndexPlan[], request: PlanRequest): IndexPlan {
  const likely = byScore(plans) as IndexPlan;
  const { countEntries, limit = Infinity } = request;
  if (likely.isLookup || !countEntries) return likely;
  // A plan with no condition beyond those of the likely plan has no smaller range.
  const others = plans.filter((plan) => [...plan.used].some((predicate) => !likely.used.has(predicate)));
  if (others.length === 0) return likely;
  const counted = [likely, ...others];
  const counts = counted.map((plan) => countEntries(plan, MAX_COUNTED));
  const fewest = Math.max(1, Math.min(...counts));
  const costOf = (plan: IndexPlan, count: number) =>
    plan.isSorted ? Math.min(count, (limit * count) / fewest) : count;
  let best = likely;
  let lowest = costOf(likely, counts[0] as number) - SMALL_DIFFERENCE;
  counted.forEach((plan, i) => {
    const cost = costOf(plan, counts[i] as number);
    if (cost >= lowest) return;
    best = plan;
    lowest = cost;
  });
  return best;
}

/**
 * Plans an $or if every branch has an index: each branch is looked up together with the other conditions of the filter.
 */
function planUnion(collection: Collection, parts: FilterParts, request: PlanRequest): Plan | undefined {
  for (const branches of parts.alternatives) {
    const plans = branches.map((branch) => {
      const filter = { $and: [branch, request.filter] };
      const plan = byScore(indexPlans(collection, filterParts(filter), { filter }));
      return plan?.isBounded ? { ...plan, ranges: plan.ranges, isExact: false } : undefined;
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
