import { entriesOf, type Document } from '../values/document';

/** A condition of a filter. Every document that matches the filter meets the condition. */
export interface Conjunct {
  path: string;
  operator: string;
  operand: unknown;
}

/** The conditions of a filter, prepared for the planner. */
export interface FilterParts {
  conjuncts: Conjunct[];
  /** The branches of each $or. */
  alternatives: Document[][];
  /**
   * Whether every document that meets the conjuncts matches the filter. False if the filter has
   * other conditions too, for example $or, $expr or a negation.
   */
  isComplete: boolean;
}

const POSITIVE_OPERATORS = new Set([
  '$eq', '$in', '$gt', '$gte', '$lt', '$lte', '$exists', '$type', '$regex', '$elemMatch', '$all', '$size', '$mod',
]); // prettier-ignore

/**
 * Splits a filter into its conditions. The filter must be valid: compileFilter must have accepted
 * it.
 */
export function filterParts(filter: Document): FilterParts {
  const parts: FilterParts = { conjuncts: [], alternatives: [], isComplete: true };
  addFilter(filter, parts);
  return parts;
}

function addFilter(filter: Document, parts: FilterParts): void {
  for (const [key, value] of entriesOf(filter)) {
    if (key === '$and') for (const part of value as Document[]) addFilter(part, parts);
    else if (key === '$or') addAlternatives(value as Document[], parts);
    else if (key === '$comment') continue;
    else if (key.startsWith('$')) parts.isComplete = false;
    else addCondition(key, value, parts);
  }
}

function addAlternatives(branches: Document[], parts: FilterParts): void {
  const [only] = branches;
  if (only && branches.length === 1) return addFilter(only, parts);
  parts.alternatives.push(branches);
  parts.isComplete = false;
}

function addCondition(path: string, value: unknown, parts: FilterParts): void {
  if (!isOperators(value)) {
    parts.conjuncts.push({ path, operator: '$eq', operand: value });
    return;
  }
  for (const [operator, operand] of entriesOf(value)) {
    if (operator === '$options' || operator === '$comment') continue;
    if (!POSITIVE_OPERATORS.has(operator)) parts.isComplete = false;
    else parts.conjuncts.push({ path, operator, operand });
  }
}

/** Whether a condition is `{ $operator: … }` rather than a value to compare with. */
export function isOperators(value: unknown): value is Document {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  if ('_bsontype' in value || value instanceof Date || value instanceof RegExp || value instanceof Uint8Array)
    return false;
  return Object.keys(value)[0]?.startsWith('$') ?? false;
}
