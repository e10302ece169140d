import { failedToParse, locationError, notSupported } from '../../errors/mongo-error';
import { expressionScope } from '../../expression/compile-expression';
import { Env } from '../../expression/operators/scope';
import { compileSort } from '../../sort/sort-key';
import { compareValues } from '../../values/compare';
import { entriesOf, isDocument, keysOf, type Document } from '../../values/document';
import { int } from '../../values/number';
import { splitFieldPath } from '../../values/path-names';
import type { Stage, StageCompiler } from './stage';
import { setAt } from './unwind';
import { ValueMap } from './value-set';

/** $setWindowFields, only with $documentNumber: sorts each partition and numbers its documents. */
export const compileSetWindowFields: StageCompiler = (operand, context) => {
  if (!isDocument(operand)) throw failedToParse('the $setWindowFields stage specification must be an object');
  for (const name of keysOf(operand)) {
    if (!['partitionBy', 'sortBy', 'output'].includes(name))
      throw locationError(40415, `BSON field '$setWindowFields.${name}' is an unknown field.`);
  }
  const { partitionBy, sortBy, output } = operand;
  if (!isDocument(output))
    throw locationError(40414, "BSON field '$setWindowFields.output' is missing but a required field");
  const fields = entriesOf(output).map(([name, field]) => {
    checkFunction(field);
    return splitFieldPath(name);
  });
  if (!isDocument(sortBy)) throw locationError(5371602, '$documentNumber must be specified with a top level sortBy');
  const by = partitionBy === undefined ? undefined : expressionScope(context.evaluation).compile(partitionBy);
  const sort = compileSort(sortBy);
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
      const keyed = value.map((document) => ({ document, key: sort.key(document) }));
      keyed.sort((a, b) => sort.compare(a.key, b.key));
      for (const [at, { document }] of keyed.entries())
        yield fields.reduce((result, parts) => setAt(result, parts, 0, int(at + 1)), document);
    }
  };
  return stage;
};

/** @throws MongoError 238 for any window function other than $documentNumber; 9 or 5371601 for a malformed one */
function checkFunction(field: unknown): void {
  if (!isDocument(field)) throw failedToParse('The field of a $setWindowFields output must be an object');
  const names = keysOf(field).filter((name) => name !== 'window');
  const [name, ...others] = names;
  if (name === undefined || others.length > 0)
    throw failedToParse('Each output of $setWindowFields must specify exactly one function');
  if (name !== '$documentNumber') throw notSupported(`the window function ${name}`);
  const operand = field[name];
  if (field.window !== undefined || !isDocument(operand) || keysOf(operand).length > 0)
    throw locationError(5371601, 'Rank style window functions take no other arguments');
}
