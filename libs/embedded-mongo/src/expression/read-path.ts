import { getField, isDocument } from '../values/document';

/**
 * What a path leads to in an expression: an array on the way gives the array of what its documents have there
 * (a number in the path is a field's name only); undefined when it leads nowhere.
 */
export function readPath(value: unknown, parts: readonly string[], at: number): unknown {
  let current = value;
  for (let index = at; index < parts.length; index++) {
    if (isDocument(current)) current = getField(current, parts[index] as string);
    else return Array.isArray(current) ? readArray(current, parts, index) : undefined;
  }
  return current;
}

function readArray(array: readonly unknown[], parts: readonly string[], at: number): unknown[] {
  const found: unknown[] = [];
  for (const item of array) {
    const value = readPath(item, parts, at);
    if (value !== undefined) found.push(value);
  }
  return found;
}
