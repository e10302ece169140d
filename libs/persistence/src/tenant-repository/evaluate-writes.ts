import { isDeepStrictEqual } from 'node:util';
import { type Model, mongo } from 'mongoose';
import { databaseClockOf } from '../database-clock';
import { documentsOfDryRun, isMadeUp } from '../dry-run';
import { genericFilter } from '../generic-filter';
import type { PlannedChange } from '../plan-change';
import type { Body, TenantDocument } from '../tenant-document';

/**
 * Returns the document that a real insert would store. Its timestamps come from the database's
 * clock.
 * @throws DuplicateKeyError if a unique index would refuse the document.
 */
export async function evaluateInsert<Document extends TenantDocument>(
  model: Model<Document>,
  after: Body<Document>,
  { clockPaths, versions }: Pick<PlannedChange, 'clockPaths' | 'versions'>,
): Promise<Document> {
  const now = (await databaseClockOf(model.db))();
  // Convert the document to the form that a read would return: without undefined fields, and
  // without objects that the caller could change later.
  const document = mongo.BSON.deserialize(mongo.BSON.serialize({ ...after, revision: 1 }, { ignoreUndefined: true }));
  for (const path of clockPaths) setAt(document, path, now);
  for (const [path, version] of Object.entries(versions)) setAt(document, path, version);
  await assertUnique(model, document, undefined);
  return remembered(model, document as Document);
}

/**
 * Returns the document that a real update would store. Runs the stages of the update as an
 * aggregation.
 * @returns undefined if the condition does not hold.
 * @throws DuplicateKeyError if a unique index would refuse the document.
 */
export async function evaluateUpdate<Document extends TenantDocument>(
  model: Model<Document>,
  condition: object,
  pipeline: readonly object[],
  before: Body<Document>,
): Promise<Document | undefined> {
  const [document] = await model.aggregate<Document>([{ $match: condition }, ...pipeline] as never);
  if (!document) return undefined;
  await assertUnique(model, document, before);
  return remembered(model, document);
}

function remembered<Document extends TenantDocument>(model: Model<Document>, document: Document): Document {
  documentsOfDryRun(model.collection.collectionName).set(document._id, document);
  return document;
}

type IndexKey = Record<string, unknown>;
const uniqueKeys = new WeakMap<object, readonly IndexKey[]>();

/** The keys of the model's unique indexes. */
function uniqueKeysOf<Document>({ schema }: Model<Document>): readonly IndexKey[] {
  const known = uniqueKeys.get(schema);
  if (known) return known;
  const keys = schema.indexes().flatMap(([key, { unique }]) => (unique ? [key] : []));
  uniqueKeys.set(schema, keys);
  return keys;
}

/**
 * Checks that no other document has a value of `after` that must be unique. Documents that this dry
 * run changed are compared in their changed state.
 * @param before the document before the change. Values that the document already had are not
 *   checked.
 */
async function assertUnique<Document extends TenantDocument>(
  model: Model<Document>,
  after: object & { _id?: number },
  before: object | undefined,
): Promise<void> {
  const changed = documentsOfDryRun(model.collection.collectionName);
  const others = [...changed].filter(([id]) => id !== after._id);
  const excluded = [...others.map(([id]) => id), ...(before ? [after._id] : [])];
  for (const key of uniqueKeysOf(model)) {
    const fields = Object.keys(key);
    const values = fields.map((field) => valueAt(after, field));
    const isNew = !before || !fields.every((field, at) => isDeepStrictEqual(valueAt(before, field), values[at]));
    // Documents that lack one of the fields never collide, because unique indexes on optional fields are partial.
    if (!isNew || values.some((value) => value === undefined || isMadeUp(value))) continue;
    const wanted = fields.map((field, at) => [field, Array.isArray(values[at]) ? { $in: values[at] } : values[at]]);
    const filter = genericFilter<Document>({ $and: [{ _id: { $nin: excluded } }, Object.fromEntries(wanted)] });
    const holder =
      others
        .map(([, other]) => other)
        .find((other) => fields.every((field) => shared(other, after, field).length > 0)) ??
      (await model.findOne(filter, Object.fromEntries(fields.map((field) => [field, 1]))).lean());
    if (!holder) continue;
    const keyValue = Object.fromEntries(fields.map((field) => [field, shared(after, holder, field)[0]]));
    const message = `E11000 duplicate key of a dry run in ${model.collection.collectionName}`;
    throw new mongo.MongoServerError({ message, code: 11000, keyPattern: key, keyValue });
  }
}

/** The values of a field that two documents have in common. For an array, its common elements. */
function shared(one: object, other: object, field: string): unknown[] {
  const others = [valueAt(other, field)].flat();
  return [valueAt(one, field)].flat().filter((value) => others.some((same) => isDeepStrictEqual(same, value)));
}

function valueAt(document: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, field) => (value as Record<string, unknown> | null | undefined)?.[field], document);
}

function setAt(document: Record<string, unknown>, path: string, value: unknown): void {
  const fields = path.split('.');
  const holder = fields.slice(0, -1).reduce((part, field) => part[field] as Record<string, unknown>, document);
  holder[fields.at(-1)!] = value;
}
