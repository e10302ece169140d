import { locationError, notSupported } from '../errors';
import { compileElement } from '../query/elem-match';
import type { Matcher } from '../query/compile-filter';
import type { Evaluation } from '../query/evaluation';
import { copyDocument, documentOf, getField, isDocument, keysOf, setField, type Document } from '../values/document';
import { splitFieldPath } from '../values/path-names';
import { show } from '../values/show';
import { typeName } from '../values/type-of';
import { asSmallInteger } from '../values/whole-number';
import type { FindOperators } from './parse-projection';

/** What is done to a document after the projection itself. */
export type AfterProjection = (result: Document, original: Document) => Document;

/** The operators that only a find's projection has: $slice, $elemMatch and the positional `field.$`. */
export function findOperators(
  evaluation: Evaluation,
  matcher: Matcher | undefined,
): { operators: FindOperators; after: AfterProjection[] } {
  const after: AfterProjection[] = [];
  let positional = false;
  const operators: FindOperators = (path, operand, marks) => {
    if (path === '$' || path.startsWith('$.') || path.includes('.$.')) {
      throw locationError(
        31394,
        "As of 4.4, it's illegal to specify positional operator in the middle of a path.Positional projection may only be used at the end, for example: a.b.$. If the query previously used a form like a.b.$.d, remove the parts following the '$' and the results will be equivalent.",
      );
    }
    if (path.endsWith('.$')) {
      if (positional) throw locationError(31276, 'Cannot specify more than one positional projection per query.');
      positional = true;
      if (!matcher) throw locationError(51246, 'a positional projection needs the filter of its query');
      marks.include(path.slice(0, -2));
      after.push(positionalElement(splitFieldPath(path.slice(0, -2)), matcher));
      return true;
    }
    if (!isDocument(operand) || keysOf(operand).length !== 1) return false;
    switch (keysOf(operand)[0]) {
      case '$slice':
        marks.accompany(path);
        after.push(sliceArray(splitFieldPath(path), parseSlice(operand['$slice'])));
        return true;
      case '$elemMatch':
        marks.include(path);
        after.push(firstMatch(path, operand['$elemMatch'], evaluation));
        return true;
      case '$meta':
        throw notSupported('$meta in a projection');
      default:
        return false;
    }
  };
  return { operators, after };
}

/** Only the first element that matches; the field then comes after those that are kept. */
function firstMatch(path: string, operand: unknown, evaluation: Evaluation): AfterProjection {
  if (path.includes('.')) throw locationError(31275, 'Cannot use $elemMatch projection on a nested field');
  if (!isDocument(operand))
    throw locationError(31274, `elemMatch: Invalid argument, object required, but got ${typeName(operand)}`);
  const matches = compileElement(operand, evaluation);
  return (result, original) => {
    const array = getField(original, path);
    const found = Array.isArray(array) ? (array as unknown[]).find(matches) : undefined;
    const rest = keysOf(result).flatMap((name) => (name === path ? [] : [[name, result[name]] as const]));
    return documentOf(found === undefined ? rest : [...rest, [path, [found]]]);
  };
}

interface Slice {
  skip?: number;
  count: number;
}

function parseSlice(operand: unknown): Slice {
  if (!Array.isArray(operand)) {
    const count = asSmallInteger(operand);
    if (count === undefined)
      throw locationError(28724, `First argument to $slice must be an array, but is of type: ${typeName(operand)}`);
    return { count };
  }
  const [skip, count] = (operand as unknown[]).map(asSmallInteger);
  if (operand.length !== 2 || skip === undefined || count === undefined)
    throw notSupported(`$slice of ${show(operand)} in a projection`);
  if (count <= 0) throw locationError(28729, `Third argument to $slice must be positive: ${count}`);
  return { skip, count };
}

function sliceArray(parts: readonly string[], slice: Slice): AfterProjection {
  return (result) => atPath(result, parts, 0, true, (array) => sliced(array, slice)) as Document;
}

function sliced(array: readonly unknown[], { skip, count }: Slice): unknown[] {
  if (skip === undefined) return count >= 0 ? array.slice(0, count) : array.slice(count);
  const from = skip >= 0 ? skip : Math.max(0, array.length + skip);
  return array.slice(from, from + count);
}

/** The element that the filter matched, of the first array on the path. */
function positionalElement(parts: readonly string[], matcher: Matcher): AfterProjection {
  return (result, original) => {
    const index = matcher.position(original);
    return atPath(result, parts, 0, false, (array) => {
      if (index === undefined) {
        throw locationError(
          51246,
          "Executor error during find command :: caused by :: positional operator '.$' couldn't find a matching element in the array",
        );
      }
      if (index >= array.length)
        throw locationError(
          51247,
          "Executor error during find command :: caused by :: positional operator '.$' element mismatch",
        );
      return [array[index]];
    }) as Document;
  };
}

/** Changes the array at a path; arrays on the way are walked, or (without `through`) are the one that is changed. */
function atPath(
  value: unknown,
  parts: readonly string[],
  at: number,
  through: boolean,
  change: (array: unknown[]) => unknown[],
): unknown {
  if (Array.isArray(value)) {
    if (at === parts.length || !through) return change(value as unknown[]);
    return (value as unknown[]).map((item) => (isDocument(item) ? atPath(item, parts, at, through, change) : item));
  }
  if (at === parts.length || !isDocument(value)) return value;
  const name = parts[at] as string;
  const inner = getField(value, name);
  if (inner === undefined) return value;
  const changed = atPath(inner, parts, at + 1, through, change);
  if (changed === inner) return value;
  const copy = copyDocument(value);
  setField(copy, name, changed);
  return copy;
}
