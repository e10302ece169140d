import { Binary, Decimal128, Double, Int32, Long, ObjectId, type BSONRegExp, type Timestamp } from 'bson';
import { entriesOf, isDocument, type Document } from './document';
import { asDouble } from './number';
import { BsonType, typeOf } from './type-of';

/**
 * The maximum length of a value in an error message, in characters. Longer values are truncated.
 */
const LIMIT = 500;

/** Formats a value as in MongoDB's messages. */
export function show(value: unknown): string {
  const text = render(value);
  return text.length > LIMIT ? `${text.slice(0, LIMIT)}...` : text;
}

/** Formats a field as `{name: value}`, for messages about one field of a document. */
export function showField(name: string, value: unknown): string {
  return `{${name}: ${show(value)}}`;
}

/** Formats the _id of a document for messages: `{_id: 1}`, or `{no id}`. */
export function showId(document: Document): string {
  return document['_id'] === undefined ? '{no id}' : showField('_id', document['_id']);
}

function render(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (typeof value === 'string') return `"${value}"`;
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[ ${value.map(render).join(', ')} ]`;
  if (isDocument(value)) {
    const fields = entriesOf(value).map(([name, item]) => `${name}: ${render(item)}`);
    return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
  }
  return renderScalar(value);
}

function renderScalar(value: unknown): string {
  if (value instanceof ObjectId) return `ObjectId('${value.toHexString()}')`;
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (value instanceof Long || value instanceof Decimal128) return value.toString();
  if (value instanceof Int32 || value instanceof Double || typeof value === 'number') return renderNumber(value);
  if (value instanceof Binary)
    return `BinData(${value.sub_type}, ${Buffer.from(value.buffer.subarray(0, value.position)).toString('hex').toUpperCase()})`;
  if (typeOf(value) === BsonType.timestamp)
    return `Timestamp(${(value as Timestamp).high}, ${(value as Timestamp).low})`;
  if (typeOf(value) === BsonType.regex) return renderRegex(value as RegExp | BSONRegExp);
  return String(value);
}

/** Formats a number. Integral doubles get a decimal point: 1.0. */
function renderNumber(value: unknown): string {
  const number = asDouble(value);
  return value instanceof Double && Number.isInteger(number) ? `${number}.0` : String(number);
}

function renderRegex(value: RegExp | BSONRegExp): string {
  return value instanceof RegExp ? String(value) : `/${value.pattern}/${value.options}`;
}
