import { locationError } from '../../errors';
import {
  copyDocument,
  documentOf,
  entriesOf,
  getField,
  isDocument,
  newDocument,
  removeField,
  setField,
  type Document,
} from '../../values/document';
import { show } from '../../values/show';
import { typeName } from '../../values/type-of';
import { compileIn } from './compile-expression';
import { isNullish, rawNamed, unary, variadic, type Operators } from './operator';
import { constantValue, type Evaluate, type Scope } from './scope';

/** Documents from documents. */
export const OBJECTS: Operators = {
  $mergeObjects: variadic(mergeObjects),
  $objectToArray: unary((value) => {
    if (isNullish(value)) return null;
    if (!isDocument(value))
      throw locationError(40390, `$objectToArray requires a document input, found: ${typeName(value)}`);
    return entriesOf(value).map(([k, v]) =>
      documentOf([
        ['k', k],
        ['v', v],
      ]),
    );
  }),
  $arrayToObject: unary(arrayToObject),
  $getField: compileGetField,
  $setField: (operand, scope, name) => compileSetField(operand, scope, name, false),
  $unsetField: (operand, scope, name) => compileSetField(operand, scope, name, true),
};

/** Later documents win; a field keeps the place where it stood first. */
export function mergeObjects(values: readonly unknown[]): Document {
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

function arrayToObject(value: unknown): unknown {
  if (isNullish(value)) return null;
  if (!Array.isArray(value))
    throw locationError(40386, `$arrayToObject requires an array input, found: ${typeName(value)}`);
  const document = newDocument();
  const inPairs = Array.isArray(value[0]);
  for (const item of value as unknown[]) {
    const [name, content] = inPairs ? pairOf(item) : keyAndValueOf(item);
    if (name.includes('\0')) throw locationError(4940400, 'Key field cannot contain an embedded null byte');
    setField(document, name, content);
  }
  return document;
}

function pairOf(item: unknown): [string, unknown] {
  if (!Array.isArray(item))
    throw locationError(
      40396,
      `$arrayToObject requires a consistent input format. Elements must all be arrays or all be objects. Array was detected, now found: ${typeName(item)}`,
    );
  if (item.length !== 2)
    throw locationError(40397, `$arrayToObject requires an array of size 2 arrays,found array of size: ${item.length}`);
  const [name, content] = item as [unknown, unknown];
  if (typeof name !== 'string')
    throw locationError(
      40395,
      `$arrayToObject requires an array of key-value pairs, where the key must be of type string. Found key type: ${typeName(name)}`,
    );
  return [name, content];
}

function keyAndValueOf(item: unknown): [string, unknown] {
  if (!isDocument(item))
    throw locationError(
      40391,
      `$arrayToObject requires a consistent input format. Elements must all be arrays or all be objects. Object was detected, now found: ${typeName(item)}`,
    );
  const entries = entriesOf(item);
  if (entries.length !== 2)
    throw locationError(
      40392,
      `$arrayToObject requires an object keys of 'k' and 'v'. Found incorrect number of keys:${entries.length}`,
    );
  const name = getField(item, 'k');
  const content = getField(item, 'v');
  if (name === undefined || content === undefined)
    throw locationError(
      40393,
      `$arrayToObject requires an object with keys 'k' and 'v'. Missing either or both keys from: ${show(item)}`,
    );
  if (typeof name !== 'string')
    throw locationError(
      40394,
      `$arrayToObject requires an object with keys 'k' and 'v', where the value of 'k' must be of type string. Found type: ${typeName(name)}`,
    );
  return [name, content];
}

/** The name of a field may hold dots and dollars; it is a constant. */
function fieldName(field: unknown, scope: Scope, name: string): string {
  const value = constantValue(compileIn(field, scope))?.value;
  if (typeof value !== 'string')
    throw locationError(
      5654601,
      `${name} requires 'field' to evaluate to a constant String, but got ${typeName(value)}`,
    );
  return value;
}

function compileGetField(operand: unknown, scope: Scope, name: string): Evaluate {
  const isNamed = isDocument(operand) && ('field' in operand || 'input' in operand);
  const raw = isNamed
    ? rawNamed(operand, name, ['field', 'input'], [], { notDocument: 3041701, unknown: 3041701, missing: 3041702 })
    : { field: operand, input: '$$CURRENT' };
  const field = fieldName(raw.field, scope, name);
  const input = compileIn(raw.input, scope);
  return (env) => {
    const document = input(env);
    if (document === null) return null;
    return isDocument(document) ? getField(document, field) : undefined;
  };
}

function compileSetField(operand: unknown, scope: Scope, name: string, removes: boolean): Evaluate {
  const raw = rawNamed(operand, name, removes ? ['field', 'input'] : ['field', 'input', 'value'], ['value'], {
    notDocument: 4161100,
    unknown: 4161101,
    missing: 4161102,
  });
  const field = fieldName(raw.field, scope, name);
  const input = compileIn(raw.input, scope);
  const value = removes ? undefined : compileIn(raw.value, scope);
  return (env) => {
    const document = input(env);
    if (isNullish(document)) return null;
    if (!isDocument(document))
      throw locationError(
        4161105,
        `${name} requires 'input' to evaluate to type Object, but got ${typeName(document)}`,
      );
    const copy = copyDocument(document);
    const content = value?.(env);
    if (content === undefined) removeField(copy, field);
    else setField(copy, field, content);
    return copy;
  };
}
