import { locationError } from '../../errors/mongo-error';
import { documentOf, entriesOf, isDocument, type Document } from '../../values/document';
import { expressionScope } from '../../expression/compile-expression';
import { Env } from '../../expression/operators/scope';
import { compileAccumulator, type Accumulator } from './accumulators';
import type { Stage, StageCompiler } from './stage';
import { ValueMap } from './value-set';

/**
 * $group: returns the groups in the order of their first documents. Documents with a missing key
 * and with a null key form one group.
 */
export const compileGroup: StageCompiler = (operand, context) => {
  if (!isDocument(operand)) throw locationError(15947, "a group's fields must be specified in an object");
  if (operand['_id'] === undefined) throw locationError(15955, 'a group specification must include an _id');
  const scope = expressionScope(context.evaluation);
  const id = scope.compile(operand['_id']);
  const fields = entriesOf(operand)
    .filter(([name]) => name !== '_id')
    .map(([name, accumulator]) => {
      checkGroupField(name);
      return { name, make: compileAccumulator(name, accumulator, scope) };
    });
  const stage: Stage = function* (source) {
    const groups = new ValueMap<Accumulator[]>();
    for (const document of source) {
      const env = new Env(document);
      const value = id(env);
      const accumulators = groups.getOrAdd(value === undefined ? null : value, () => fields.map(({ make }) => make()));
      for (const accumulator of accumulators) accumulator.add(env);
    }
    for (const { key, value } of groups.entries()) yield groupDocument(key, fields, value);
  };
  return stage;
};

/** @throws MongoError 40235 or 40236 if the name is not allowed for a field of $group */
export function checkGroupField(name: string): void {
  if (name.includes('.')) throw locationError(40235, `The field name '${name}' cannot contain '.'`);
  if (name.startsWith('$')) throw locationError(40236, `The field name '${name}' cannot be an operator name`);
}

function groupDocument(
  key: unknown,
  fields: readonly { name: string }[],
  accumulators: readonly Accumulator[],
): Document {
  return documentOf([
    ['_id', key],
    ...fields.map(({ name }, at) => [name, (accumulators[at] as Accumulator).result()] as const),
  ]);
}
