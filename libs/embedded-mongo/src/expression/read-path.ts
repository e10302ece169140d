import { getField, isDocument } from '../values/document';

/**
 * Reads the value at a path of an expression. Returns undefined if it is missing. If a value on the
 * path is an array, reads the rest of the path in each document of the array, and returns the array
 * of these values. A number in the path is always a field name, never an array index.
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
