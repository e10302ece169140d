import { MongoError, notSupported } from '../../errors/mongo-error';
import { compileFilter } from '../../query/compile-filter';
import { REFERENCE_NAMES } from '../../query/operator-document';
import { indexField, type IndexDefinition } from '../../storage/index-definition';
import { entriesOf, isDocument, keysOf, type Document } from '../../values/document';
import { isNumeric } from '../../values/type-of';

/**
 * Options that are ignored. checkOption refuses them with values that would have an effect in
 * MongoDB.
 */
const IGNORED = new Set(['v', 'background', 'ns', 'dropDups', 'hidden', 'collation', 'prepareUnique']);
const KNOWN = new Set(['key', 'name', 'unique', 'sparse', 'partialFilterExpression', 'expireAfterSeconds']);
const PARTIAL_OPERATORS = new Set(['$eq', '$exists', '$gt', '$gte', '$lt', '$lte', '$type', '$in']);
/** The maximum number of fields of an index, as in MongoDB. */
const MAX_FIELDS = 32;

/**
 * Parses an index specification of a createIndexes command. The id of the index is assigned later,
 * when it is built.
 * @throws MongoError 67 for specifications that MongoDB refuses too, 238 for unsupported types of
 * indexes
 */
export function parseIndex(specification: Document): IndexDefinition {
  for (const option of keysOf(specification)) checkOption(option, specification[option]);
  const { key, name, partialFilterExpression, expireAfterSeconds } = specification;
  if (!isDocument(key))
    throw new MongoError(9, 'FailedToParse', "The 'key' property is a required property of an index specification");
  const fields = entriesOf(key).map(([path, direction]) => parseField(path, direction));
  if (fields.length === 0) throw cannotCreate('Index keys cannot be an empty object');
  if (fields.length > MAX_FIELDS) throw cannotCreate(`an index has at most ${MAX_FIELDS} fields`);
  if (typeof name !== 'string' || name === '')
    throw new MongoError(9, 'FailedToParse', "The 'name' field is a required property of an index specification");
  const sparse = isTrue(specification.sparse);
  if (partialFilterExpression !== undefined && sparse)
    throw cannotCreate('cannot mix "partialFilterExpression" and "sparse" options');
  return {
    id: 0,
    name,
    fields,
    unique: isTrue(specification.unique),
    sparse,
    ...(partialFilterExpression !== undefined ? { partialFilter: parsePartialFilter(partialFilterExpression) } : {}),
    ...(expireAfterSeconds !== undefined
      ? { expireAfterSeconds: parseExpiry(expireAfterSeconds, fields.length, fields[0]?.path) }
      : {}),
    multikeyPaths: {},
    hasCutEntries: false,
  };
}

function checkOption(option: string, value: unknown): void {
  if (KNOWN.has(option)) return;
  if (!IGNORED.has(option))
    throw new MongoError(
      197,
      'InvalidIndexSpecificationOption',
      `The field '${option}' is not valid for an index specification, or is not supported by the embedded database`,
    );
  if (option === 'v' && Number(value) !== 2) throw notSupported(`an index of version ${String(value)}`);
  if ((option === 'hidden' || option === 'prepareUnique') && isTrue(value))
    throw notSupported(`the index option ${option}`);
  if (option === 'collation' && !(isDocument(value) && value.locale === 'simple'))
    throw notSupported('an index with a collation');
}

function parseField(path: string, direction: unknown): IndexDefinition['fields'][number] {
  if (typeof direction === 'string') throw notSupported(`an index of kind "${direction}"`);
  if (!isNumeric(direction) || Number(direction) === 0 || Number.isNaN(Number(direction))) {
    throw cannotCreate(
      'Values in v:2 index key pattern cannot be of that type or 0. Only numbers > 0, numbers < 0, and strings are allowed.',
    );
  }
  if (path === '' || path.startsWith('.') || path.endsWith('.') || path.includes('..'))
    throw cannotCreate('Index keys cannot contain an empty field.');
  if (path.includes('$**')) throw notSupported('a wildcard index');
  const isIllegal = (part: string, at: number) => part.startsWith('$') && !(at > 0 && REFERENCE_NAMES.has(part));
  if (path.split('.').some(isIllegal))
    throw cannotCreate("Index key contains an illegal field name: field name starts with '$'.");
  return indexField(path, Number(direction) > 0 ? 1 : -1);
}

function parsePartialFilter(filter: unknown): Document {
  if (!isDocument(filter))
    throw new MongoError(14, 'TypeMismatch', "The field 'partialFilterExpression' must be an object");
  compileFilter(filter, { now: new Date(0) });
  checkPartialFilter(filter);
  return filter;
}

function checkPartialFilter(filter: Document): void {
  for (const [path, condition] of entriesOf(filter)) {
    if (path === '$and' || path === '$or') for (const part of condition as Document[]) checkPartialFilter(part);
    else if (path.startsWith('$')) throw unsupportedPartial(path);
    else if (isDocument(condition)) {
      for (const [operator, operand] of entriesOf(condition)) {
        const isMissing = operator === '$exists' && !isTrue(operand);
        if (operator.startsWith('$') && (!PARTIAL_OPERATORS.has(operator) || isMissing))
          throw unsupportedPartial(operator);
      }
    }
  }
}

function parseExpiry(value: unknown, fields: number, path: string | undefined): number {
  if (!isNumeric(value)) throw cannotCreate("TTL index 'expireAfterSeconds' option must be numeric");
  const seconds = Number(value);
  if (!(seconds >= 0 && seconds <= 2147483647))
    throw cannotCreate("TTL index 'expireAfterSeconds' option must be within an acceptable range");
  if (fields > 1 || path === '_id')
    throw cannotCreate('TTL indexes are single-field indexes, compound indexes do not support TTL.');
  return seconds;
}

function isTrue(value: unknown): boolean {
  return value === true || (isNumeric(value) && Number(value) !== 0);
}

function cannotCreate(text: string): MongoError {
  return new MongoError(67, 'CannotCreateIndex', text);
}

function unsupportedPartial(what: string): MongoError {
  return cannotCreate(`Unsupported expression in partial index: ${what}`);
}
