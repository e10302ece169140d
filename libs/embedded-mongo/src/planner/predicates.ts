import { TYPE, typeByte } from '../storage/encode-value';
import { show } from '../storage/duplicate-key-error';
import { isDocument } from '../values/document';
import { bracketOf, encoded, EVERYTHING, intersect, normalise, pointRange, type ValueRange } from './bounds';
import { isOperators, type Conjunct } from './conjuncts';

/**
 * A condition of a filter, and the index ranges to read for this condition. Every document that
 * meets the condition has an entry in one of the ranges.
 */
export interface Predicate {
  conjunct: Conjunct;
  ranges: ValueRange[];
  kind: 'equality' | 'range' | 'exists';
  /**
   * Whether every entry in the ranges meets the condition. If so, the documents need not be read to
   * check the condition.
   */
  isExact: boolean;
  /**
   * Whether documents without the field may meet the condition. Sparse indexes do not contain these
   * documents.
   */
  matchesMissing: boolean;
}

/** Converts a condition to a predicate. Undefined if an index cannot help to find the documents. */
export function predicateOf(conjunct: Conjunct): Predicate | undefined {
  const { operator, operand } = conjunct;
  switch (operator) {
    case '$eq':
      return equality(conjunct, [operand]);
    case '$in':
      return equality(conjunct, operand as unknown[]);
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return comparison(conjunct);
    case '$exists':
      return exists(conjunct);
    case '$all':
      return all(conjunct);
    case '$elemMatch':
      return elementMatch(conjunct);
    default:
      return undefined;
  }
}

function equality(conjunct: Conjunct, values: unknown[]): Predicate | undefined {
  const ranges: ValueRange[] = [];
  let isExact = true;
  let matchesMissing = false;
  for (const value of values) {
    const type = typeByte(value);
    if (type === TYPE.regex) return undefined;
    isExact &&= EXACT_TYPES.has(type);
    matchesMissing ||= type === TYPE.null || type === TYPE.undefined;
    if (type === TYPE.null) ranges.push(pointRange(undefined));
    // An array field has an index entry for each element, not one for the whole array. To find
    // fields that equal this array, look up its first element. Also look up the array itself: it
    // may equal an element that is an array.
    if (Array.isArray(value)) ranges.push(pointRange(value[0]));
    ranges.push(pointRange(value));
  }
  return { conjunct, ranges: normalise(ranges), kind: 'equality', isExact, matchesMissing };
}

const EXACT_TYPES = new Set<number>([TYPE.number, TYPE.string, TYPE.objectId, TYPE.boolean, TYPE.date]);
const COMPARABLE_TYPES = new Set<number>([...EXACT_TYPES, TYPE.object, TYPE.binary, TYPE.timestamp]);

function comparison(conjunct: Conjunct): Predicate | undefined {
  const { operator, operand } = conjunct;
  const type = typeByte(operand);
  if (type === TYPE.null) return operator === '$gte' || operator === '$lte' ? equality(conjunct, [null]) : undefined;
  if (!COMPARABLE_TYPES.has(type) || Number.isNaN(Number(type === TYPE.number ? operand : 0))) return undefined;
  const bracket = bracketOf(operand);
  const edge = encoded(operand);
  const isLower = operator === '$gt' || operator === '$gte';
  const label = () => comparisonLabel(operator, operand, type);
  const range: ValueRange = isLower
    ? { low: { bytes: edge, isAfter: operator === '$gt' }, high: bracket.high, isPoint: false, label }
    : { low: bracket.low, high: { bytes: edge, isAfter: operator === '$lte' }, isPoint: false, label };
  return { conjunct, ranges: [range], kind: 'range', isExact: EXACT_TYPES.has(type), matchesMissing: false };
}

function comparisonLabel(operator: string, operand: unknown, type: number): string {
  const [first, last] = BRACKET_LABELS[type] ?? ['MinKey', 'MaxKey'];
  if (operator === '$gt' || operator === '$gte') return `${operator === '$gt' ? '(' : '['}${show(operand)}, ${last}]`;
  return `[${first}, ${show(operand)}${operator === '$lt' ? ')' : ']'}`;
}

const BRACKET_LABELS: Record<number, [string, string]> = {
  [TYPE.number]: ['-inf', 'inf'],
  [TYPE.string]: ['""', '{}'],
  [TYPE.date]: ['new Date(-9223372036854775808)', 'new Date(9223372036854775807)'],
  [TYPE.boolean]: ['false', 'true'],
  [TYPE.objectId]: ["ObjectId('000000000000000000000000')", "ObjectId('ffffffffffffffffffffffff')"],
};

function exists(conjunct: Conjunct): Predicate | undefined {
  const wanted = isTruthy(conjunct.operand);
  return wanted ? { conjunct, ranges: [EVERYTHING], kind: 'exists', isExact: false, matchesMissing: false } : undefined;
}

export function isTruthy(value: unknown): boolean {
  if (typeof value === 'object' && value !== null && '_bsontype' in value) return Number(value) !== 0;
  return value !== false && value !== 0 && value !== null && value !== undefined;
}

function all(conjunct: Conjunct): Predicate | undefined {
  const [first] = conjunct.operand as unknown[];
  if (first === undefined) return undefined;
  const operator = isOperators(first) ? '$elemMatch' : '$eq';
  const operand = isOperators(first) ? first.$elemMatch : first;
  const predicate = predicateOf({ path: conjunct.path, operator, operand });
  return predicate && { ...predicate, conjunct, isExact: false };
}

/**
 * Handles conditions such as `{ $elemMatch: { $gte: 1, $lt: 5 } }`. All operators of the condition apply to the same
 * element, so their ranges can be intersected.
 */
function elementMatch(conjunct: Conjunct): Predicate | undefined {
  if (!isOperators(conjunct.operand)) return undefined;
  const found = Object.entries(conjunct.operand)
    .map(([operator, operand]) => predicateOf({ path: conjunct.path, operator, operand }))
    .filter(
      (predicate) => predicate !== undefined && predicate.kind !== 'exists' && !hasArray(predicate.conjunct.operand),
    );
  const [first, ...others] = found as Predicate[];
  if (!first || !Object.keys(conjunct.operand).every((operator) => ELEMENT_OPERATORS.has(operator))) return undefined;
  const combined = others.reduce((predicate, other) => intersectPredicates(predicate, other), first);
  return { ...combined, conjunct, isExact: false };
}

const ELEMENT_OPERATORS = new Set(['$eq', '$in', '$gt', '$gte', '$lt', '$lte']);

function hasArray(operand: unknown): boolean {
  return Array.isArray(operand) && operand.some((item) => Array.isArray(item));
}

/** Combines two conditions that apply to the same value. */
export function intersectPredicates(a: Predicate, b: Predicate): Predicate {
  const ranges = a.ranges.flatMap((range) => b.ranges.map((other) => intersect(range, other)));
  return {
    conjunct: a.conjunct,
    ranges: ranges.filter((range) => range !== undefined),
    kind: a.kind === 'equality' || b.kind === 'equality' ? 'equality' : 'range',
    isExact: a.isExact && b.isExact,
    matchesMissing: a.matchesMissing && b.matchesMissing,
  };
}

/** Whether a condition can be met only if the field exists. */
export function requiresField({ operator, operand }: Conjunct): boolean {
  if (operator === '$exists') return isTruthy(operand);
  if (operator === '$in') return (operand as unknown[]).every((value) => value !== null && value !== undefined);
  if (operator === '$size' || operator === '$mod' || operator === '$regex' || operator === '$elemMatch') return true;
  if (operator === '$all') return (operand as unknown[]).length > 0 && !(operand as unknown[]).includes(null);
  if (operator === '$type') return true;
  return operand !== null && operand !== undefined && (COMPARABLE_TYPES.has(typeByte(operand)) || isDocument(operand));
}
