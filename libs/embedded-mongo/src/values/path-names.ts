import { MongoError } from '../errors/mongo-error';

/** The maximum number of parts of a path, as in MongoDB. */
const MAX_PARTS = 200;

/**
 * Splits the dotted path of an expression, projection or sort.
 * @throws MongoError for an empty part, for a part that starts with a dollar sign (except in a
 * DBRef), and for too many parts
 */
export function splitFieldPath(dotted: string): string[] {
  if (dotted === '') throw new MongoError(40352, 'Location40352', 'FieldPath cannot be constructed with empty string');
  if (dotted.endsWith('.')) throw new MongoError(40353, 'Location40353', "FieldPath must not end with a '.'.");
  const parts = dotted.split('.');
  parts.forEach((part, at) => {
    // $ref, $id and $db are the fields of a DBRef.
    if (at === 0 || !['$ref', '$id', '$db'].includes(part)) requireFieldName(part);
  });
  if (parts.length > MAX_PARTS) throw new MongoError(15, 'Overflow', 'FieldPath is too long');
  return parts;
}

export function requireFieldName(name: string): void {
  if (name === '') throw new MongoError(15998, 'Location15998', 'FieldPath field names may not be empty strings.');
  if (name.startsWith('$')) {
    throw new MongoError(
      16410,
      'Location16410',
      `FieldPath field names may not start with '$'. Consider using $getField or $setField.`,
    );
  }
  if (name.includes('\0'))
    throw new MongoError(
      16411,
      'Location16411',
      "FieldPath field names may not contain '\\0'. Consider using $getField or $setField.",
    );
}
