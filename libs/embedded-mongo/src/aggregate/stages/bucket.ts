import { locationError } from '../../errors/mongo-error';
import { compareValues, typeOrder } from '../../values/compare';
import { documentOf, entriesOf, isDocument, type Document } from '../../values/document';
import { expressionScope } from '../../expression/compile-expression';
import { constantValue, Env, type Evaluate, type Scope } from '../../expression/operators/scope';
import { typeName } from '../../values/type-of';
import { compileAccumulator, type Accumulator } from './accumulators';
import { checkGroupField } from './group';
import type { Stage, StageCompiler } from './stage';

const OPTIONS = ['groupBy', 'boundaries', 'default', 'output'];

/**
 * $bucket: groups documents by ranges of a value. A range includes its lower boundary and excludes
 * its upper one. Documents with a value outside all ranges go to the `default` group. If no
 * `default` is given, they cause an error.
 */
export const compileBucket: StageCompiler = (operand, context) => {
  if (!isDocument(operand)) throw locationError(40201, 'Argument to $bucket stage must be an object');
  for (const [name] of entriesOf(operand))
    if (!OPTIONS.includes(name)) throw locationError(40197, `Unrecognized option to $bucket: ${name}.`);
  const { groupBy, boundaries, output } = operand;
  if (groupBy === undefined || boundaries === undefined)
    throw locationError(40198, "$bucket requires 'groupBy' and 'boundaries' to be specified.");
  const scope = expressionScope(context.evaluation);
  const by = scope.compile(groupBy);
  const limits = readBoundaries(boundaries, scope);
  const fallback = operand['default'] === undefined ? undefined : requireConstant(operand['default'], scope);
  if (fallback && isWithin(fallback.value, limits))
    throw locationError(
      40199,
      "The $bucket 'default' field must be less than the lowest boundary or greater than or equal to the highest boundary.",
    );
  if (output !== undefined && !isDocument(output))
    throw locationError(40196, `The $bucket 'output' field must be an object, but found type: ${typeName(output)}.`);
  const fields = entriesOf(output ?? { count: { $sum: 1 } }).map(([name, accumulator]) => {
    checkGroupField(name);
    return { name, make: compileAccumulator(name, accumulator, scope) };
  });
  const stage: Stage = function* (source) {
    const buckets = new Map<number, Accumulator[]>();
    for (const document of source) {
      const env = new Env(document);
      const at = bucketOf(by, env, limits, fallback !== undefined);
      let accumulators = buckets.get(at);
      if (!accumulators) buckets.set(at, (accumulators = fields.map(({ make }) => make())));
      for (const accumulator of accumulators) accumulator.add(env);
    }
    yield* bucketDocuments(buckets, limits, fallback?.value, fields);
  };
  return stage;
};

function requireConstant(expression: unknown, scope: Scope): { value: unknown } {
  const constant = constantValue(scope.compile(expression));
  if (!constant) throw locationError(40195, "The $bucket 'default' field must be a constant expression.");
  return constant;
}

function readBoundaries(boundaries: unknown, scope: Scope): unknown[] {
  if (!Array.isArray(boundaries)) throw locationError(40200, "The $bucket 'boundaries' field must be an array.");
  if (boundaries.length < 2) throw locationError(40192, "The $bucket 'boundaries' field must have at least 2 values");
  const values = (boundaries as unknown[]).map((boundary) => {
    const constant = constantValue(scope.compile(boundary));
    if (!constant) throw locationError(40191, "The $bucket 'boundaries' field must be an array of constant values.");
    return constant.value;
  });
  values.slice(1).forEach((upper, at) => {
    const lower = values[at];
    if (typeOrder(lower) !== typeOrder(upper))
      throw locationError(40193, "All values in the the 'boundaries' option to $bucket must have the same type.");
    if (compareValues(lower, upper) >= 0)
      throw locationError(
        40194,
        "The 'boundaries' option to $bucket must be sorted, but elements are not in ascending order",
      );
  });
  return values;
}

function isWithin(value: unknown, limits: readonly unknown[]): boolean {
  return compareValues(value, limits[0]) >= 0 && compareValues(value, limits[limits.length - 1]) < 0;
}

/**
 * The index of the lower boundary of the range that contains the value, or -1 for the default
 * group.
 */
function bucketOf(by: Evaluate, env: Env, limits: readonly unknown[], hasDefault: boolean): number {
  const value = by(env);
  if (!isWithin(value, limits)) {
    if (hasDefault) return -1;
    throw locationError(40066, '$switch could not find a matching branch for an input, and no default was specified.');
  }
  let at = 0;
  while (compareValues(value, limits[at + 1]) >= 0) at++;
  return at;
}

function bucketDocuments(
  buckets: ReadonlyMap<number, Accumulator[]>,
  limits: readonly unknown[],
  fallback: unknown,
  fields: readonly { name: string }[],
): Document[] {
  const documents = [...buckets].map(([at, accumulators]) =>
    documentOf([
      ['_id', at < 0 ? fallback : limits[at]],
      ...fields.map(({ name }, field) => [name, (accumulators[field] as Accumulator).result()] as const),
    ]),
  );
  return documents.sort((a, b) => compareValues(a['_id'], b['_id']));
}
