import { BSONValue } from 'bson';

/**
 * A BSON document in memory. Values keep their BSON type. Int32, Double, Long, Decimal128 and most
 * other types are classes of the package `bson`. Strings, booleans, null, Date and arrays are
 * JavaScript's own. A plain number is an int if it is a 32-bit integer, otherwise a double. A
 * bigint is a long.
 *
 * Values are never changed in place. A changed document is a new one that shares the unchanged
 * values.
 */
export type Document = Record<string, unknown>;

/**
 * The property that stores the order of the fields, if the document has a field such as "7".
 * JavaScript would move this field to the start. Other documents do not have this property.
 */
const FIELD_ORDER = Symbol('field order');

interface Ordered {
  [FIELD_ORDER]?: string[];
}

/**
 * The class of documents. Documents inherit nothing from Object, so "constructor" and "__proto__" are
 * ordinary field names.
 */
class Fields {
  [name: string]: unknown;
}
Object.setPrototypeOf(Fields.prototype, null);
Reflect.deleteProperty(Fields.prototype, 'constructor');

/** An empty document. Fill it with setField. */
export function newDocument(): Document {
  return new Fields();
}

/**
 * Whether JavaScript treats a property with this name as an array index. It moves such properties
 * to the start of the object.
 */
export function isIndexName(name: string): boolean {
  const first = name.charCodeAt(0);
  if (!(first >= 48 && first <= 57)) return false;
  return name === '0' || (first !== 48 && /^\d{1,10}$/.test(name));
}

/** Sets a field of a document that is being built. A new field is added at the end. */
export function setField(document: Document, name: string, value: unknown): void {
  const order = (document as Ordered)[FIELD_ORDER];
  if (order) {
    if (!Object.hasOwn(document, name)) order.push(name);
  } else if (isIndexName(name) && !Object.hasOwn(document, name)) {
    Object.defineProperty(document, FIELD_ORDER, { value: [...Object.keys(document), name], configurable: true });
  }
  if (name === '__proto__')
    Object.defineProperty(document, name, { value, enumerable: true, configurable: true, writable: true });
  else document[name] = value;
}

/** Removes a field of a document that is being built. */
export function removeField(document: Document, name: string): void {
  if (!Object.hasOwn(document, name)) return;
  delete document[name];
  const order = (document as Ordered)[FIELD_ORDER];
  if (order) order.splice(order.indexOf(name), 1);
}

/** The field names of a document, in order. */
export function keysOf(document: Document): string[] {
  return (document as Ordered)[FIELD_ORDER] ?? Object.keys(document);
}

/** Returns the value of a field. Undefined if it is missing. */
export function getField(document: Document, name: string): unknown {
  const value = document[name];
  return value === undefined || name in Object.prototype === false || Object.hasOwn(document, name) ? value : undefined;
}

export function hasField(document: Document, name: string): boolean {
  return Object.hasOwn(document, name) && document[name] !== undefined;
}

/**
 * Returns a copy of a document. The caller may change the copy, which shares the field values with
 * the original.
 */
export function copyDocument(document: Document): Document {
  const copy = newDocument();
  for (const name of keysOf(document)) {
    const value = document[name];
    if (value !== undefined) setField(copy, name, value);
  }
  return copy;
}

/**
 * The names and values of a document's fields, in order. Fields with the value undefined are left
 * out.
 */
export function entriesOf(document: Document): [string, unknown][] {
  const entries: [string, unknown][] = [];
  for (const name of keysOf(document)) {
    const value = document[name];
    if (value !== undefined) entries.push([name, value]);
  }
  return entries;
}

/** Makes a document with these fields, in this order. */
export function documentOf(entries: Iterable<readonly [string, unknown]>): Document {
  const document = newDocument();
  for (const [name, value] of entries) setField(document, name, value);
  return document;
}

/**
 * Whether a value is an embedded document. Arrays are not, and neither are other BSON types that
 * are JavaScript objects.
 */
export function isDocument(value: unknown): value is Document {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value) as unknown;
  if (prototype === Fields.prototype || prototype === Object.prototype) return true;
  return !(
    Array.isArray(value) ||
    value instanceof Date ||
    value instanceof BSONValue ||
    value instanceof RegExp ||
    value instanceof Uint8Array
  );
}
