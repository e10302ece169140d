import { failedToParse } from '../../errors/mongo-error';
import { QueryRun } from '../../planner/query-run';
import type { Collection } from '../../storage/catalog';
import type { StoredRecord } from '../../storage/records';
import { removeDocument } from '../../storage/write-document';
import { compileUpdate, type Update } from '../../update/compile-update';
import type { Matcher } from '../../query/compile-filter';
import type { Document } from '../../values/decode';
import { EncodedDocument } from '../../values/encode';
import {
  arrayArgument,
  booleanArgument,
  collectionArgument,
  documentArgument,
  evaluationOf,
} from '../execution/arguments';
import type { Command, Request } from '../execution/command';
import { findQuery } from '../execution/find-query';
import { projectRaw } from '../execution/project-raw';
import { updateRecord, upsertDocument } from '../execution/update-document';

export const FIND_AND_MODIFY_FIELDS = [
  'query', 'sort', 'remove', 'update', 'new', 'fields', 'upsert', 'bypassDocumentValidation', 'collation', 'arrayFilters', 'hint',
]; // prettier-ignore

export const findAndModify: Command = {
  names: ['findAndModify', 'findandmodify'],
  fields: FIND_AND_MODIFY_FIELDS,
  run(request) {
    const name = collectionArgument(request);
    const isRemove = booleanArgument(request, 'remove');
    const isUpsert = booleanArgument(request, 'upsert');
    const isNew = booleanArgument(request, 'new');
    if (isRemove === (request.body.update !== undefined)) {
      throw failedToParse(
        isRemove
          ? 'Cannot specify both an update and remove=true'
          : 'Either an update or remove=true must be specified',
      );
    }
    if (isRemove && isUpsert) throw failedToParse('Cannot specify both upsert=true and remove=true ');
    if (isRemove && isNew)
      throw failedToParse("Cannot specify both new=true and remove=true; 'remove' always returns the deleted document");
    return request.state.engine.write(() => modify(request, name, { isRemove, isUpsert, isNew }));
  },
};

function modify(
  request: Request,
  name: string,
  options: { isRemove: boolean; isUpsert: boolean; isNew: boolean },
): Document {
  const { engine } = request.state;
  const evaluation = evaluationOf(request);
  const filter = documentArgument(request, 'query') ?? {};
  const fields = documentArgument(request, 'fields');
  const update = options.isRemove
    ? undefined
    : compileUpdate(request.body.update as Update, {
        arrayFilters: arrayArgument(request, 'arrayFilters') as Document[] | undefined,
        evaluation,
      });
  let collection = engine.catalog.find(request.database, name);
  const query = findQuery(request, collection, filter);
  // Compile the projection before the write, so that a malformed projection changes nothing.
  const project = projectRaw(fields, evaluation);
  const show = (raw: Buffer) => new EncodedDocument(project(raw));
  const found = collection && first(request, collection, { ...query, limit: 1 }, evaluation);
  if (collection && found?.record) {
    const { record, matcher } = found;
    if (!update) {
      removeDocument(engine, collection, record);
      return { lastErrorObject: { n: 1 }, value: show(record.raw) };
    }
    const changed = updateRecord(engine, collection, record, update, matcher) ?? record.raw;
    return {
      lastErrorObject: { n: 1, updatedExisting: true },
      value: show(options.isNew ? changed : record.raw),
    };
  }
  if (!update || !options.isUpsert)
    return { lastErrorObject: { n: 0, ...(update ? { updatedExisting: false } : {}) }, value: null };
  collection ??= engine.catalog.create(request.database, name);
  const { id, raw } = upsertDocument(engine, collection, filter, update);
  const value = options.isNew ? show(raw) : null;
  return { lastErrorObject: { n: 1, updatedExisting: false, upserted: id }, value };
}

function first(
  request: Request,
  collection: Collection,
  query: ReturnType<typeof findQuery>,
  evaluation: ReturnType<typeof evaluationOf>,
): { record: StoredRecord | undefined; matcher: Matcher } {
  const run = new QueryRun(request.state.engine, collection, query, evaluation);
  const record = run.next();
  run.close();
  return { record, matcher: run.matcher };
}
