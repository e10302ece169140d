import { badValue, MongoError, notSupported } from '../../errors/mongo-error';
import type { Evaluation } from '../../evaluation/evaluation';
import type { PlanRequest } from '../../planner/plan';
import type { Collection } from '../../storage/catalog';
import { keyPattern } from '../../storage/index-definition';
import { compareValues } from '../../values/compare';
import { entriesOf, isDocument, type Document } from '../../values/document';
import { isNumeric, typeName } from '../../values/type-of';
import type { Request } from './command';
import { TimeLimit } from './time-limit';

/** The time limit of a command whose client sets no maxTimeMS. */
const DEFAULT_TIME_LIMIT_MS = 60_000;

function wrongType(request: Request, field: string, value: unknown, expected: string): MongoError {
  const text = `BSON field '${request.name}.${field}' is the wrong type '${typeName(value)}', expected type '${expected}'`;
  return new MongoError(14, 'TypeMismatch', text);
}

/** Reads a document argument. Undefined if it is missing. */
export function documentArgument(request: Request, field: string, from: Document = request.body): Document | undefined {
  const value = from[field];
  if (value === undefined || value === null) return undefined;
  if (!isDocument(value)) throw wrongType(request, field, value, 'object');
  return value;
}

export function stringArgument(request: Request, field: string): string {
  const value = request.body[field];
  if (typeof value !== 'string') throw wrongType(request, field, value, 'string');
  return value;
}

export function booleanArgument(request: Request, field: string, from: Document = request.body): boolean {
  const value = from[field];
  if (value === undefined || value === null) return false;
  if (typeof value === 'boolean') return value;
  if (isNumeric(value)) return Number(value) !== 0;
  throw wrongType(request, field, value, 'bool');
}

/** Reads an argument that is a non-negative integer. Undefined if it is missing. */
export function countArgument(request: Request, field: string, from: Document = request.body): number | undefined {
  const value = from[field];
  if (value === undefined || value === null) return undefined;
  if (!isNumeric(value)) throw wrongType(request, field, value, 'long');
  const number = Math.trunc(Number(value));
  if (number < 0)
    throw new MongoError(51024, 'Location51024', `BSON field '${field}' value must be >= 0, actual value '${number}'`);
  return number;
}

export function arrayArgument(request: Request, field: string, from: Document = request.body): unknown[] | undefined {
  const value = from[field];
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) throw wrongType(request, field, value, 'array');
  return value as unknown[];
}

/** The collection that is named in the first argument of a command. */
export function collectionArgument(request: Request, field: string = request.name): string {
  const value = request.body[field];
  if (typeof value !== 'string')
    throw new MongoError(73, 'InvalidNamespace', `collection name has invalid type ${typeName(value)}`);
  checkCollectionName(request.database, value);
  return value;
}

export function checkCollectionName(database: string, name: string): void {
  if (name === '' || name.startsWith('.') || name.endsWith('.') || name.includes('\0')) {
    throw new MongoError(73, 'InvalidNamespace', `Invalid namespace specified '${database}.${name}'`);
  }
  if (name.includes('$') || name.startsWith('system.')) {
    throw new MongoError(73, 'InvalidNamespace', `Invalid collection name: ${name}`);
  }
  if (Buffer.byteLength(`${database}.${name}`) > 255) {
    throw new MongoError(
      73,
      'InvalidNamespace',
      `Fully qualified namespace is too long. Namespace: ${database}.${name} Max: 255`,
    );
  }
}

/** Refuses every collation except `simple`, which compares bytes. */
export function refuseCollation(from: Document): void {
  const collation = from.collation;
  if (collation === undefined || collation === null) return;
  if (isDocument(collation) && collation.locale === 'simple') return;
  throw notSupported('collation');
}

/** The state that the filters and expressions of a command share: the current time and the time limit. */
export function evaluationOf(request: Request): Evaluation & { deadline: TimeLimit } {
  const limit = countArgument(request, 'maxTimeMS') || DEFAULT_TIME_LIMIT_MS;
  return { now: new Date(), deadline: new TimeLimit(limit) };
}

/** Finds the index of a hint, by its name or its keys. `{ $natural: 1 }` asks to use no index. */
export function hintOf(collection: Collection | undefined, hint: unknown): PlanRequest['hint'] {
  if (hint === undefined || hint === null || hint === '') return undefined;
  if (typeof hint === 'string') return { index: hint };
  if (!isDocument(hint)) throw new MongoError(9, 'FailedToParse', 'Hint must be a string or an object');
  const [first] = entriesOf(hint);
  if (!first) return undefined;
  if (first[0] === '$natural') return { natural: Number(first[1]) < 0 ? -1 : 1 };
  const index = collection?.indexes.find((candidate) => compareValues(keyPattern(candidate), hint) === 0);
  if (collection && !index) {
    throw badValue(
      'error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index',
    );
  }
  return index && { index: index.name };
}
