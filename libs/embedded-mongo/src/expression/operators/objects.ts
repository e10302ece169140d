import { locationError } from '../../errors/mongo-error';
import {
  copyDocument,
  entriesOf,
  isDocument,
  newDocument,
  removeField,
  setField,
  type Document,
} from '../../values/document';
import { show } from '../../values/show';
import { typeName } from '../../values/type-of';
import { isNullish, rawNamed, variadic, type Operators } from './operator';
import { constantValue, type Evaluate, type Scope } from './scope';

export const OBJECTS: Operators = {
  $mergeObjects: variadic(mergeObjects),
  $unsetField: compileUnsetField,
};

/**
 * Merges documents. Later values replace earlier ones, but the field stays at the position of its
 * first occurrence.
 */
function mergeObjects(values: readonly unknown[]): Document {
  const merged = newDocument();
  for (const value of values) {
    if (isNullish(value)) continue;
    if (!isDocument(value))
      throw locationError(
        40400,
        `$mergeObjects requires object inputs, but input ${show(value)} is of type ${typeName(value)}`,
      );
    for (const [name, item] of entriesOf(value)) setField(merged, name, item);
  }
  return merged;
}

/** Compiles $unsetField. The field name must be constant, and may contain dots and dollar signs. */
function compileUnsetField(operand: unknown, scope: Scope, name: string): Evaluate {
  const raw = rawNamed(operand, name, ['field', 'input'], [], {
    notDocument: 4161100,
    unknown: 4161101,
    missing: 4161102,
  });
  const field = constantValue(scope.compile(raw.field))?.value;
  if (typeof field !== 'string')
    throw locationError(
      5654601,
      `${name} requires 'field' to evaluate to a constant String, but got ${typeName(field)}`,
    );
  const input = scope.compile(raw.input);
  return (env) => {
    const document = input(env);
    if (isNullish(document)) return null;
    if (!isDocument(document))
      throw locationError(
        4161105,
        `${name} requires 'input' to evaluate to type Object, but got ${typeName(document)}`,
      );
    const copy = copyDocument(document);
    removeField(copy, field);
    return copy;
  };
}
