import { BSONValue } from 'bson';

/**
 * A BSON document in memory. Values keep their BSON type: Int32, Double, Long, Decimal128 and the other classes of
 * `bson`; strings, booleans, null, Date and arrays are JavaScript's own. A plain number counts as int when it is a
 * 32-bit integer and as double otherwise, a bigint as long.
 *
 * Values are never changed in place: a changed document is a new one that shares the unchanged values.
 */
export type Document = Record<string, unknown>;

/**
 * The field order of a document that has a field such as "7", which JavaScript would put first. Other documents do not
 * have this property.
 */
const FIELD_ORDER = Symbol('field order');

interface Ordered {
  [FIELD_ORDER]?: string[];
}

/** Without a prototype, fields named "constructor" or "__proto__" behave like any other. */
class Fields {
  [name: string]: unknown;
}
Object.setPrototypeOf(Fields.prototype, null);
Reflect.deleteProperty(Fields.prototype, 'constructor');

/** An empty document to be filled with setField. */
export function newDocument(): Document {
  return new Fields();
}

/** Whether JavaScript treats the name as an array index, and would not keep its position. */
export function isIndexName(name: string): boolean {
  const first = name.charCodeAt(0);
  if (!(first >= 48 && first <= 57)) return false;
  return name === '0' || (first !== 48 && /^\d{1,10}$/.test(name));
}

/** Sets a field of a document that is being built; a new field is appended. */
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

/** The names of a document's fields in their order. */
export function keysOf(document: Document): string[] {
  return (document as Ordered)[FIELD_ORDER] ?? Object.keys(document);
}

/** A field's value; undefined when it is missing. */
export function getField(document: Document, name: string): unknown {
  const value = document[name];
  return value === undefined || name in Object.prototype === false || Object.hasOwn(document, name) ? value : undefined;
}

export function hasField(document: Document, name: string): boolean {
  return Object.hasOwn(document, name) && document[name] !== undefined;
}

/** The same fields in a new document that may be changed. */
export function copyDocument(document: Document): Document {
  const copy = newDocument();
  for (const name of keysOf(document)) {
    const value = document[name];
    if (value !== undefined) setField(copy, name, value);
  }
  return copy;
}

/** Names and values in order, without undefined values. */
export function entriesOf(document: Document): [string, unknown][] {
  const entries: [string, unknown][] = [];
  for (const name of keysOf(document)) {
    const value = document[name];
    if (value !== undefined) entries.push([name, value]);
  }
  return entries;
}

/** A document of the given fields, in their order. */
export function documentOf(entries: Iterable<readonly [string, unknown]>): Document {
  const document = newDocument();
  for (const [name, value] of entries) setField(document, name, value);
  return document;
}

/** Whether a value is an embedded document, and not an array or a BSON type that JavaScript represents as an object. */
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
