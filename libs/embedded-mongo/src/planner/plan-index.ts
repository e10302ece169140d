import { isMultikey, isMultikeyField, isPositional, type IndexDefinition } from '../storage/index-definition';
import { EVERYTHING, type ValueRange } from './bounds';
import type { FilterParts } from './conjuncts';
import { impliesFilter, isImplied } from './implies-filter';
import { indexRanges, type IndexRange } from './index-range';
import type { IndexPlan, PlanRequest } from './plan';
import { intersectPredicates, type Predicate } from './predicates';

/**
 * The maximum number of ranges of one plan. A field that would cause more ranges is not used for
 * bounds; its conditions are checked on the documents.
 */
const MAX_RANGES = 2_000;

/** The bounds within which an index is read, and the conditions that they come from. */
interface Bounds {
  points: ValueRange[][];
  last?: ValueRange[];
  used: Set<Predicate>;
  /** How many leading fields are bound to a single value. */
  singles: number;
  score: number;
}

/** Plans a query with one index. Undefined if the index cannot be used for the query. */
export function planIndex(
  index: IndexDefinition,
  parts: FilterParts,
  predicates: Predicate[],
  request: PlanRequest,
): IndexPlan | undefined {
  if (index.partialFilter && !impliesFilter(parts.conjuncts, index.partialFilter)) return undefined;
  const bounds = boundsOf(index, predicates);
  if (index.sparse && !hasFieldBound(index, bounds)) return undefined;
  const { isSorted, isReverse } = order(index, bounds, request);
  const isWhole = bounds.points.length === index.fields.length;
  const hasRepeats = (isMultikey(index) && !isOneKeyEach(index, bounds)) || index.hasCutEntries;
  const isLookup = index.unique && isWhole && !index.hasCutEntries;
  let ranges: IndexRange[] | undefined;
  return {
    kind: 'index',
    index,
    // Computed only when needed: for the chosen plan, and for plans whose entries are counted.
    get ranges() {
      return (ranges ??= indexRanges(index, bounds.points, bounds.last));
    },
    used: bounds.used,
    isReverse,
    isSorted,
    get isExact() {
      return parts.isComplete && !index.hasCutEntries && areMetByEntries(index, parts, bounds.used);
    },
    hasRepeats,
    isLookup,
    isBounded: bounds.points.length > 0 || (bounds.last !== undefined && bounds.last[0] !== EVERYTHING),
    bounds: () => shownBounds(index, bounds),
    score: score(index, bounds, { isSorted, isLookup }, request),
  };
}

function boundsOf(index: IndexDefinition, predicates: Predicate[]): Bounds {
  const bounds: Bounds = { points: [], used: new Set(), singles: 0, score: 0 };
  const arrays = new Set<string>();
  let count = 1;
  for (const field of index.fields) {
    const prefixes = index.multikeyPaths[field.path] ?? [];
    // An index on two fields of the elements of one array has one entry for each element. But
    // different elements may meet the conditions on the two fields, so only one of the fields can
    // have bounds.
    if (prefixes.some((prefix) => arrays.has(prefix))) break;
    const chosen = chooseFor(field.path, prefixes.length > 0, predicates);
    if (!chosen || chosen.ranges.length * count > MAX_RANGES) break;
    for (const predicate of chosen.used) bounds.used.add(predicate);
    if (chosen.ranges.length > 0 || chosen.kind === 'equality') for (const prefix of prefixes) arrays.add(prefix);
    if (chosen.kind !== 'equality' || !chosen.ranges.every((range) => range.isPoint)) {
      bounds.last = chosen.ranges;
      bounds.score += chosen.kind === 'exists' ? 0 : chosen.used.length > 1 ? 45 : 30;
      break;
    }
    if (chosen.ranges.length === 1 && bounds.singles === bounds.points.length) bounds.singles++;
    bounds.points.push(chosen.ranges);
    bounds.score += chosen.ranges.length === 1 ? 100 : 90;
    count *= Math.max(chosen.ranges.length, 1);
  }
  return bounds;
}

/**
 * The conditions to use on a field. If the field is an array in some document, different elements
 * may meet different conditions, so only one condition is used. Otherwise all conditions are used.
 */
function chooseFor(
  path: string,
  isMultikeyPath: boolean,
  predicates: Predicate[],
): (Predicate & { used: Predicate[] }) | undefined {
  const mine = predicates.filter(
    (predicate) => predicate.conjunct.path === path && !(predicate.matchesMissing && isPositional(path)),
  );
  if (mine.length > 1) mine.sort((a, b) => rank(a) - rank(b));
  const [best, ...others] = mine;
  if (!best) return undefined;
  if (isMultikeyPath) return { ...best, used: [best] };
  const combined = others.reduce((predicate, other) => intersectPredicates(predicate, other), best);
  return { ...combined, used: mine };
}

function rank({ kind, ranges }: Predicate): number {
  return kind === 'equality' ? ranges.length : kind === 'range' ? 10_000 : 20_000;
}

/**
 * Whether every document that has an entry in the bounds meets all conditions. A condition is met
 * if the bounds express it, or if it follows from the bounds or from the filter of the index. For
 * example, {$exists: true} follows from the filter of most partial indexes.
 */
function areMetByEntries(index: IndexDefinition, { conjuncts }: FilterParts, used: ReadonlySet<Predicate>): boolean {
  const exact = [...used]
    .filter((predicate) => predicate.isExact && !isPositional(predicate.conjunct.path))
    .map(({ conjunct }) => conjunct);
  return conjuncts.every((conjunct) => exact.includes(conjunct) || isImplied(conjunct, index.partialFilter, exact));
}

/**
 * Whether a sparse index contains every matching document, because a condition requires one of the
 * index's fields to exist.
 */
function hasFieldBound(index: IndexDefinition, bounds: Bounds): boolean {
  const paths = new Set(index.fields.map((field) => field.path));
  return [...bounds.used].some((predicate) => !predicate.matchesMissing && paths.has(predicate.conjunct.path));
}

/**
 * Whether the bounds fix every array field to a single value, so that each document has at most one
 * entry within the bounds.
 */
function isOneKeyEach(index: IndexDefinition, bounds: Bounds): boolean {
  return index.fields.every((field, i) => i < bounds.singles || !isMultikeyField(index, field.path));
}

function order(
  index: IndexDefinition,
  bounds: Bounds,
  request: PlanRequest,
): { isSorted: boolean; isReverse: boolean } {
  const sort = request.sort ?? [];
  if (sort.length === 0) return { isSorted: true, isReverse: false };
  if (index.hasCutEntries) return { isSorted: false, isReverse: false };
  const fixed = new Set(
    index.fields
      .slice(0, bounds.singles)
      .filter((field) => !isMultikeyField(index, field.path) && !isPositional(field.path))
      .map((field) => field.path),
  );
  const open = sort.filter(([path]) => !fixed.has(path));
  let rest = index.fields.slice(bounds.singles);
  let turn = 0;
  for (const [path, direction] of open) {
    const field = rest[0];
    if (!field || field.path !== path || isMultikeyField(index, path) || isPositional(path))
      return { isSorted: false, isReverse: false };
    if (turn !== 0 && field.direction * direction !== turn) return { isSorted: false, isReverse: false };
    turn = field.direction * direction;
    rest = rest.slice(1);
  }
  return { isSorted: true, isReverse: turn === -1 };
}

function score(
  index: IndexDefinition,
  bounds: Bounds,
  use: { isSorted: boolean; isLookup: boolean },
  request: PlanRequest,
): number {
  let sum = bounds.score - index.fields.length;
  if (use.isLookup) sum += 1_000;
  if (isMultikey(index)) sum -= 3;
  if (index.partialFilter) sum += 2;
  if (request.sort?.length && use.isSorted) sum += request.limit ? 60 : 25;
  return sum;
}

function shownBounds(index: IndexDefinition, bounds: Bounds): Record<string, string[]> {
  return Object.fromEntries(
    index.fields.map((field, i) => {
      const ranges = bounds.points[i] ?? (i === bounds.points.length ? bounds.last : undefined) ?? [EVERYTHING];
      return [field.path, ranges.map((range) => range.label())];
    }),
  );
}
