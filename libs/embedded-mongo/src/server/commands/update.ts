import { failedToParse } from '../../errors/mongo-error';
import { QueryRun } from '../../planner/query-run';
import type { Evaluation } from '../../evaluation/evaluation';
import { compileUpdate, type Update } from '../../update/compile-update';
import type { Document } from '../../values/decode';
import {
  arrayArgument,
  booleanArgument,
  collectionArgument,
  documentArgument,
  evaluationOf,
} from '../execution/arguments';
import type { Command, Request } from '../execution/command';
import { findQuery } from '../execution/find-query';
import { statements } from '../execution/statements';
import { updateMany, updateRecord, upsertDocument } from '../execution/update-document';
import { runBatch } from '../execution/write-errors';

const STATEMENT_FIELDS = new Set(['q', 'u', 'multi', 'upsert', 'arrayFilters', 'hint', 'collation']);

interface Outcome {
  matched: number;
  modified: number;
  upserted?: unknown;
}

export const update: Command = {
  names: ['update'],
  fields: ['updates', 'ordered', 'bypassDocumentValidation'],
  run(request) {
    const { engine } = request.state;
    const name = collectionArgument(request);
    const updates = statements(request, 'updates', STATEMENT_FIELDS);
    const isOrdered = request.body.ordered === undefined || booleanArgument(request, 'ordered');
    return engine.write(() => {
      const evaluation = evaluationOf(request);
      const answer = { n: 0, nModified: 0 };
      const upserted: Document[] = [];
      const writeErrors = runBatch(updates, isOrdered, (statement, index) => {
        const outcome = updateOne(request, name, statement, evaluation);
        answer.n += outcome.matched;
        answer.nModified += outcome.modified;
        if ('upserted' in outcome) upserted.push({ index, _id: outcome.upserted });
      });
      return {
        ...answer,
        ...(upserted.length > 0 ? { upserted } : {}),
        ...(writeErrors.length > 0 ? { writeErrors } : {}),
      };
    });
  },
};

function updateOne(request: Request, name: string, statement: Document, evaluation: Evaluation): Outcome {
  const { engine } = request.state;
  const filter = documentArgument(request, 'q', statement);
  if (!filter || statement.u === undefined)
    throw failedToParse('an update statement needs a filter (q) and an update (u)');
  const isMulti = booleanArgument(request, 'multi', statement);
  const isUpsert = booleanArgument(request, 'upsert', statement);
  const arrayFilters = arrayArgument(request, 'arrayFilters', statement) as Document[] | undefined;
  const compiled = compileUpdate(statement.u as Update, { arrayFilters, evaluation, multi: isMulti });
  if (isMulti && compiled.isReplacement)
    throw failedToParse('multi update is not supported for replacement-style update');
  let collection = engine.catalog.find(request.database, name);
  const query = findQuery(request, collection, filter, statement);
  if (!collection && !isUpsert) {
    return { matched: 0, modified: 0 };
  }
  collection ??= engine.catalog.create(request.database, name);
  if (isMulti) {
    const outcome = updateMany(engine, collection, query, compiled, evaluation);
    if (outcome.matched > 0 || !isUpsert) return outcome;
  } else {
    const run = new QueryRun(engine, collection, { ...query, limit: 1 }, evaluation);
    const record = run.next();
    run.pause();
    if (record)
      return { matched: 1, modified: updateRecord(engine, collection, record, compiled, run.matcher) ? 1 : 0 };
    if (!isUpsert) return { matched: 0, modified: 0 };
  }
  return { matched: 1, modified: 0, upserted: upsertDocument(engine, collection, filter, compiled).id };
}
