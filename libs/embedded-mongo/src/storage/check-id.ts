import { MongoError } from '../errors/mongo-error';
import { entriesOf, isDocument, type Document } from '../values/document';
import { TYPE, typeByte } from './encode-value';

const REFUSED_TYPES: Record<number, string> = {
  [TYPE.array]: 'array',
  [TYPE.regex]: 'regex',
  [TYPE.undefined]: 'undefined',
};

/**
 * Refuses values that are not allowed as _id, so that no _id looks like a condition of a query.
 * @throws MongoError 53 for an array, a regular expression or undefined, 52 for a document with a
 * field name that begins with a dollar sign
 */
export function checkId(id: unknown): void {
  const refused = REFUSED_TYPES[typeByte(id)];
  if (refused) throw new MongoError(53, 'InvalidIdField', `The '_id' value cannot be of type ${refused}`);
  checkNames(id);
}

function checkNames(value: unknown): void {
  if (Array.isArray(value)) value.forEach(checkNames);
  if (!isDocument(value)) return;
  const entries = entriesOf(value);
  const own = entries.slice(referenceLength(value, entries));
  const name = own.map(([field]) => field).find((field) => field.startsWith('$'));
  if (name !== undefined) {
    const text = `_id fields may not contain '$'-prefixed fields: ${name} is not valid for storage.`;
    throw new MongoError(52, 'DollarPrefixedFieldName', text);
  }
  for (const [, inner] of entries) checkNames(inner);
}

/** How many fields at the start of the document form a DBRef: $ref, $id and optionally $db. */
function referenceLength(value: Document, [first, second, third]: readonly [string, unknown][]): number {
  if (first?.[0] !== '$ref' || typeof value.$ref !== 'string' || second?.[0] !== '$id') return 0;
  return third?.[0] === '$db' && typeof value.$db === 'string' ? 3 : 2;
}
