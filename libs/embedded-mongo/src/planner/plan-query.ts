import { MongoError } from '../errors';
import type { Collection } from '../storage/catalog';
import { filterParts, type FilterParts } from './conjuncts';
import type { IndexPlan, Plan, PlanRequest } from './plan';
import { planIndex } from './plan-index';
import { predicateOf } from './predicates';

/**
 * Chooses how to find the documents of a query: the index whose bounds leave the least, judged by what the conditions
 * allow (not by statistics), or all documents. Every plan finds at least what matches.
 * @throws MongoError 2 when the hint names no index, or one that would miss documents.
 */
export function planQuery(collection: Collection, request: PlanRequest): Plan {
  const parts = filterParts(request.filter);
  if (request.hint) return hinted(collection, parts, request, request.hint);
  const natural = request.sort?.length === 1 && request.sort[0]?.[0] === '$natural' ? request.sort[0][1] : undefined;
  if (natural) return { kind: 'collection', isReverse: natural === -1, isSorted: true };
  const best = bestIndex(collection, parts, request);
  if (best && best.score > USELESS && hasBounds(best)) return best;
  const union = planUnion(collection, parts, request);
  if (union) return union;
  // Without bounds an index is only worth its order, and only where few documents are asked for.
  if (best && request.sort?.length && best.isSorted && request.hasLimit) return best;
  return { kind: 'collection', isReverse: false, isSorted: !request.sort?.length };
}

const USELESS = 10;

function hasBounds(plan: IndexPlan): boolean {
  return Object.values(plan.bounds)[0]?.[0] !== '[MinKey, MaxKey]';
}

function bestIndex(collection: Collection, parts: FilterParts, request: PlanRequest): IndexPlan | undefined {
  const predicates = parts.conjuncts.map(predicateOf).filter((predicate) => predicate !== undefined);
  let best: IndexPlan | undefined;
  for (const index of collection.indexes) {
    const plan = planIndex(index, parts, predicates, request);
    if (plan && (!best || plan.score > best.score)) best = plan;
  }
  return best;
}

/** An $or whose every branch has an index: each branch is looked up with the other conditions of the filter. */
function planUnion(collection: Collection, parts: FilterParts, request: PlanRequest): Plan | undefined {
  for (const branches of parts.alternatives) {
    const plans = branches.map((branch) => {
      const filter = { $and: [branch, request.filter] };
      const plan = bestIndex(collection, filterParts(filter), { filter });
      return plan && hasBounds(plan) ? { ...plan, isExact: false } : undefined;
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
