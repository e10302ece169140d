import type { Binary, BSONRegExp, Decimal128, Int32, Long, ObjectId, Timestamp } from 'bson';
import { MongoError } from '../errors/mongo-error';
import type { Document } from '../values/decode';
import { namespace, type Collection } from './catalog';
import { keyPattern, type IndexDefinition } from './index-definition';

/**
 * The error for a key that another document already has, with the same message and fields as in
 * MongoDB.
 */
export function duplicateKeyError(collection: Collection, index: IndexDefinition, values: unknown[]): MongoError {
  const keyValue: Document = {};
  const shown = index.fields.map((field, i) => {
    keyValue[field.path] = values[i];
    return `${field.path}: ${show(values[i])}`;
  });
  const text = `E11000 duplicate key error collection: ${namespace(collection)} index: ${index.name} dup key: { ${shown.join(', ')} }`;
  return new MongoError(11000, 'DuplicateKey', text, { keyPattern: keyPattern(index), keyValue });
}

/** Formats a value as in MongoDB's messages. */
export function show(value: unknown): string {
  if (value === undefined) return 'undefined';
  if (value === null) return 'null';
  if (typeof value === 'string') return `"${value}"`;
  if (typeof value === 'number') return showDouble(value);
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (value instanceof RegExp) return `/${value.source}/${value.flags}`;
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[ ${value.map(show).join(', ')} ]`;
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (typeof value !== 'object') return typeof value;
  return showObject(value);
}

function showDouble(value: number): string {
  if (Number.isNaN(value)) return 'nan.0';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  return Number.isInteger(value) && Math.abs(value) < 1e15 ? `${value}.0` : String(value);
}

function showObject(value: object): string {
  switch ((value as { _bsontype?: string })._bsontype) {
    case 'ObjectId':
      return `ObjectId('${(value as ObjectId).toHexString()}')`;
    case 'Double':
      return showDouble((value as { value: number }).value);
    case 'Int32':
    case 'Long':
    case 'Decimal128':
      return (value as Int32 | Long | Decimal128).toString();
    case 'Timestamp':
      return `Timestamp(${(value as Timestamp).t}, ${(value as Timestamp).i})`;
    case 'Binary':
      return `BinData(${(value as Binary).sub_type}, ${Buffer.from((value as Binary).value())
        .toString('hex')
        .toUpperCase()})`;
    case 'BSONRegExp':
      return `/${(value as BSONRegExp).pattern}/${(value as BSONRegExp).options}`;
    case 'MinKey':
    case 'MaxKey':
      return (value as { _bsontype: string })._bsontype;
    default: {
      const fields = Object.entries(value).map(([name, item]) => `${name}: ${show(item)}`);
      return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
    }
  }
}
