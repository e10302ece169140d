import { compareValues, typeOrder } from '../values/compare';
import { TYPE, typeByte } from '../storage/encode-value';
import type { Document } from '../values/decode';
import { filterParts, type Conjunct, type FilterParts } from './conjuncts';
import { isTruthy, requiresField } from './predicates';

/**
 * Whether every document that meets the conditions matches the filter of a partial index. If so,
 * the index contains all documents that the query can match. Returns false if it cannot decide.
 */
export function impliesFilter(facts: Conjunct[], partialFilter: Document): boolean {
  const wanted = partsOf(partialFilter);
  if (!wanted.conjuncts.every((conjunct) => facts.some((fact) => implies(fact, conjunct)))) return false;
  return (
    wanted.alternatives.every((branches) => branches.some((branch) => impliesFilter(facts, branch))) &&
    (wanted.isComplete || wanted.alternatives.length > 0)
  );
}

/**
 * Whether every document in a partial index, or every document that meets the `facts`, also meets
 * the condition `wanted`.
 */
export function isImplied(wanted: Conjunct, partialFilter: Document | undefined, facts: readonly Conjunct[]): boolean {
  const stored = partialFilter ? partsOf(partialFilter).conjuncts : [];
  return stored.some((fact) => implies(fact, wanted)) || facts.some((fact) => implies(fact, wanted));
}

/** The parsed conditions of each index filter. They are cached, because every query needs them. */
const known = new WeakMap<Document, FilterParts>();

function partsOf(partialFilter: Document): FilterParts {
  let parts = known.get(partialFilter);
  if (!parts) known.set(partialFilter, (parts = filterParts(partialFilter)));
  return parts;
}

function implies(fact: Conjunct, wanted: Conjunct): boolean {
  if (fact.path !== wanted.path) return false;
  if (wanted.operator === '$exists' && isTruthy(wanted.operand)) return requiresField(fact);
  if (isSame(fact, wanted)) return true;
  if (fact.operator === '$in') {
    return (fact.operand as unknown[]).every((value) => implies({ ...fact, operator: '$eq', operand: value }, wanted));
  }
  if (fact.operator === '$eq') return isFulfilledBy(wanted, fact.operand);
  return isWiderRange(fact, wanted);
}

function isSame(a: Conjunct, b: Conjunct): boolean {
  return (
    a.operator === b.operator &&
    compareValues(a.operand, b.operand) === 0 &&
    typeOrder(a.operand) === typeOrder(b.operand)
  );
}

/**
 * Whether every document whose field equals `value` meets the condition. Returns false for arrays, null, patterns and
 * NaN, because equality with such a value does not decide it.
 */
function isFulfilledBy({ operator, operand }: Conjunct, value: unknown): boolean {
  if (!isPlain(value)) return false;
  if (operator === '$in')
    return (operand as unknown[]).some((item) => isPlain(item) && compareValues(item, value) === 0);
  if (!isPlain(operand) || typeOrder(operand) !== typeOrder(value)) return false;
  const order = compareValues(value, operand);
  if (operator === '$eq') return order === 0;
  if (operator === '$gt') return order > 0;
  if (operator === '$gte') return order >= 0;
  if (operator === '$lt') return order < 0;
  return operator === '$lte' && order <= 0;
}

function isWiderRange(fact: Conjunct, wanted: Conjunct): boolean {
  if (!isPlain(fact.operand) || !isPlain(wanted.operand) || typeOrder(fact.operand) !== typeOrder(wanted.operand))
    return false;
  const order = compareValues(fact.operand, wanted.operand);
  const isLower = (operator: string) => operator === '$gt' || operator === '$gte';
  const isUpper = (operator: string) => operator === '$lt' || operator === '$lte';
  if (isLower(fact.operator) && isLower(wanted.operator)) {
    return order > 0 || (order === 0 && (wanted.operator === '$gte' || fact.operator === '$gt'));
  }
  if (isUpper(fact.operator) && isUpper(wanted.operator)) {
    return order < 0 || (order === 0 && (wanted.operator === '$lte' || fact.operator === '$lt'));
  }
  return false;
}

function isPlain(value: unknown): boolean {
  if (value === null || value === undefined || Array.isArray(value) || value instanceof RegExp) return false;
  if (typeByte(value) === TYPE.number && Number.isNaN(Number(value))) return false;
  return (value as { _bsontype?: string })._bsontype !== 'BSONRegExp';
}
