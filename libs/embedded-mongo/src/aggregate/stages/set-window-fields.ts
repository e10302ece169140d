import { failedToParse, locationError, notSupported } from '../../errors';
import { compileSort, type CompiledSort } from '../../sort/sort-key';
import { compareValues } from '../../values/compare';
import { entriesOf, isDocument, keysOf, type Document } from '../../values/document';
import { int } from '../../values/number';
import { splitFieldPath } from '../../values/path-names';
import { asSmallInteger } from '../../values/whole-number';
import { compileIn } from '../expression/compile-expression';
import { Env, Scope } from '../expression/scope';
import { compileAccumulator, type AccumulatorFactory } from './accumulators';
import type { Stage, StageCompiler } from './stage';
import { setAt } from './unwind';
import { ValueMap } from './value-set';

/** Gives the value of a window field for one document of its sorted partition. */
type WindowFunction = (partition: Partition, at: number) => unknown;

interface Partition {
  documents: Document[];
  keys: unknown[][];
}

const RANKS = new Set(['$documentNumber', '$rank', '$denseRank']);
const REFUSED = new Set([
  '$shift',
  '$derivative',
  '$integral',
  '$expMovingAvg',
  '$linearFill',
  '$locf',
  '$covariancePop',
  '$covarianceSamp',
]);

/**
 * $setWindowFields: ranks, and accumulators over windows counted in documents. Windows by range and the functions
 * that interpolate are refused.
 */
export const compileSetWindowFields: StageCompiler = (operand, context) => {
  if (!isDocument(operand)) throw failedToParse('the $setWindowFields stage specification must be an object');
  for (const name of keysOf(operand)) {
    if (!['partitionBy', 'sortBy', 'output'].includes(name))
      throw locationError(40415, `BSON field '$setWindowFields.${name}' is an unknown field.`);
  }
  const { partitionBy, sortBy, output } = operand;
  if (!isDocument(output))
    throw locationError(40414, "BSON field '$setWindowFields.output' is missing but a required field");
  if (sortBy !== undefined && !isDocument(sortBy))
    throw failedToParse("BSON field '$setWindowFields.sortBy' must be an object");
  const scope = new Scope(context.evaluation);
  const by = partitionBy === undefined ? undefined : compileIn(partitionBy, scope);
  const sort = sortBy === undefined ? undefined : compileSort(sortBy);
  const fields = entriesOf(output).map(([name, field]) => ({
    parts: splitFieldPath(name),
    compute: compileFunction(field, sort, scope),
  }));
  const stage: Stage = function* (source) {
    const partitions = new ValueMap<Document[]>();
    for (const document of source) {
      const key = by?.(new Env(document));
      if (Array.isArray(key))
        throw failedToParse('An expression used to partition cannot evaluate to value of type array');
      partitions.getOrAdd(key === undefined ? null : key, () => []).push(document);
    }
    const ordered = [...partitions.entries()].sort((a, b) => compareValues(a.key, b.key));
    for (const { value } of ordered) {
      const partition = sorted(value, sort);
      for (let at = 0; at < partition.documents.length; at++) {
        yield fields.reduce(
          (document, { parts, compute }) => setAt(document, parts, 0, compute(partition, at)),
          partition.documents[at] as Document,
        );
      }
    }
  };
  return stage;
};

function sorted(documents: readonly Document[], sort: CompiledSort | undefined): Partition {
  if (!sort) return { documents: [...documents], keys: [] };
  const keyed = documents
    .map((document) => ({ document, key: sort.key(document) }))
    .sort((a, b) => sort.compare(a.key, b.key));
  return { documents: keyed.map(({ document }) => document), keys: keyed.map(({ key }) => key) };
}

function compileFunction(field: unknown, sort: CompiledSort | undefined, scope: Scope): WindowFunction {
  if (!isDocument(field)) throw failedToParse('The field of a $setWindowFields output must be an object');
  const { window, ...rest } = field;
  const [name, ...others] = keysOf(rest);
  if (name === undefined || others.length > 0)
    throw failedToParse('Each output of $setWindowFields must specify exactly one function');
  if (REFUSED.has(name)) throw notSupported(`the window function ${name}`);
  if (RANKS.has(name)) return compileRank(name, window, sort);
  const make = compileAccumulator(name, rest, scope);
  const bounds = parseWindow(window, sort);
  const { deadline } = scope.evaluation;
  // The whole partition is the most common window, and the same for all its documents.
  const whole = new WeakMap<Partition, { value: unknown }>();
  return (partition, at) => {
    const [from, to] = bounds(at, partition.documents.length);
    deadline?.check();
    if (from > 0 || to < partition.documents.length - 1) return accumulate(make, partition, from, to);
    let known = whole.get(partition);
    if (!known) whole.set(partition, (known = { value: accumulate(make, partition, from, to) }));
    return known.value;
  };
}

function compileRank(name: string, window: unknown, sort: CompiledSort | undefined): WindowFunction {
  if (window !== undefined) throw locationError(5371601, `Rank style window functions take no other arguments`);
  if (!sort)
    throw locationError(
      5371602,
      `${name} must be specified with a top level sortBy expression with exactly one element`,
    );
  if (name === '$documentNumber') return (_, at) => int(at + 1);
  const ranks = new WeakMap<Partition, number[]>();
  return (partition, at) => {
    let known = ranks.get(partition);
    if (!known) ranks.set(partition, (known = ranksOf(partition, name === '$rank', sort)));
    return int(known[at] as number);
  };
}

/** Equal documents have the same rank; after them $rank leaves out as many numbers, $denseRank none. */
function ranksOf({ keys }: Partition, leavesGaps: boolean, sort: CompiledSort): number[] {
  const ranks: number[] = [];
  keys.forEach((key, at) => {
    const last = ranks[at - 1] ?? 0;
    const isTie = at > 0 && sort.compare(keys[at - 1] as unknown[], key) === 0;
    ranks.push(isTie ? last : leavesGaps ? at + 1 : last + 1);
  });
  return ranks;
}

type Bounds = (at: number, length: number) => [number, number];

/** A window in documents: `[from, to]` relative to the current one, or unbounded. */
function parseWindow(window: unknown, sort: CompiledSort | undefined): Bounds {
  if (window === undefined) return (_, length) => [0, length - 1];
  if (!isDocument(window)) throw failedToParse("'window' field must be an object");
  const { documents } = window;
  if (documents === undefined && keysOf(window).length === 0) return (_, length) => [0, length - 1];
  if (documents === undefined) throw notSupported("a window by 'range'");
  if (!Array.isArray(documents) || documents.length !== 2)
    throw failedToParse('Window bounds must be a 2-element array');
  const [lower, upper] = (documents as unknown[]).map(parseBound);
  if (!sort && (typeof lower === 'number' || typeof upper === 'number'))
    throw locationError(5339901, 'Document-based bounds require a sortBy');
  return (at, length) => [
    lower === undefined ? 0 : Math.max(0, at + lower),
    upper === undefined ? length - 1 : Math.min(length - 1, at + upper),
  ];
}

function parseBound(bound: unknown): number | undefined {
  if (bound === 'unbounded') return undefined;
  if (bound === 'current') return 0;
  const number = asSmallInteger(bound);
  if (number === undefined) throw failedToParse("Window bounds must be 'unbounded', 'current', or a number.");
  return number;
}

function accumulate(make: AccumulatorFactory, partition: Partition, from: number, to: number): unknown {
  const accumulator = make();
  for (let at = from; at <= to; at++) accumulator.add(new Env(partition.documents[at]));
  return accumulator.result();
}
