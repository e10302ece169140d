import { MongoError } from '../errors/mongo-error';
import { isOperatorDocument } from '../query/operator-document';
import { compareStrings } from '../values/compare';
import { entriesOf, isDocument, newDocument, type Document } from '../values/document';
import { BsonType, typeOf } from '../values/type-of';
import { Draft } from './draft';
import { creating } from './modifier';
import { parseUpdatePath } from './update-path';

const NO_POSITIONS = {
  matched(): number {
    throw new MongoError(2, 'BadValue', 'The positional operator did not find the match needed from the query.');
  },
  isMeant: () => false,
};

/**
 * The fields that an upsert takes from the equality conditions of its filter, in the order in which
 * MongoDB inserts them.
 */
export function upsertBase(filter: Document): Document {
  const equalities = collectEqualities(filter);
  const draft = new Draft(newDocument(), NO_POSITIONS);
  for (const [path, value] of [...equalities].sort(([a], [b]) => compareStrings(a, b))) {
    draft.apply(
      parseUpdatePath(path),
      creating(() => value),
    );
  }
  return draft.root;
}

/**
 * The _id that an upsert with a replacement document takes from its filter. Undefined if the filter
 * has no equality condition for the _id.
 */
export function upsertId(filter: Document): unknown {
  const equalities = collectEqualities(filter);
  for (const path of equalities.keys()) {
    if (path.startsWith('_id.')) {
      throw new MongoError(
        111,
        'NotExactValueField',
        `field at '_id' must be exactly specified, field at sub-path '${path}'found`,
      );
    }
  }
  return equalities.get('_id');
}

function collectEqualities(filter: Document): Map<string, unknown> {
  const found = new Map<string, unknown>();
  visit(filter, found);
  return found;
}

function visit(filter: Document, found: Map<string, unknown>): void {
  for (const [name, operand] of entriesOf(filter)) {
    if (!name.startsWith('$')) visitField(name, operand, found);
    else if (Array.isArray(operand) && (name === '$and' || (name === '$or' && operand.length === 1))) {
      for (const item of operand as unknown[]) if (isDocument(item)) visit(item, found);
    }
  }
}

function visitField(path: string, operand: unknown, found: Map<string, unknown>): void {
  if (!isOperatorDocument(operand)) {
    if (typeOf(operand) !== BsonType.regex) add(path, operand, found);
    return;
  }
  for (const [operator, value] of entriesOf(operand)) {
    if (operator === '$eq') add(path, value, found);
    const isList = operator === '$in' || operator === '$all';
    if (!isList || !Array.isArray(value)) continue;
    const [only] = value as unknown[];
    const counts = operator === '$in' ? value.length === 1 : value.length > 0;
    if (counts && typeOf(only) !== BsonType.regex && !isOperatorDocument(only))
      for (const item of value as unknown[]) add(path, item, found);
  }
}

function add(path: string, value: unknown, found: Map<string, unknown>): void {
  for (const other of found.keys()) {
    if (other === path) throw twice(`path '${path}' is matched twice`);
    if (path.startsWith(`${other}.`) || other.startsWith(`${path}.`))
      throw twice(`both paths '${path}' and '${other}' are matched`);
  }
  found.set(path, value);
}

function twice(what: string): MongoError {
  return new MongoError(54, 'NotSingleValueField', `cannot infer query fields to set, ${what}`);
}
