import { notSupported } from '../../errors/mongo-error';
import { QueryRun } from '../../planner/query-run';
import { compileFilter } from '../../query/compile-filter';
import { compileProjection } from '../../projection/compile-projection';
import { namespace } from '../../storage/catalog';
import { answerCursor } from '../execution/answer-cursor';
import {
  booleanArgument,
  collectionArgument,
  countArgument,
  documentArgument,
  evaluationOf,
} from '../execution/arguments';
import type { Command } from '../execution/command';
import { listSource, querySource } from '../execution/document-source';
import { findQuery } from '../execution/find-query';
import { projectRaw } from '../execution/project-raw';
import { isSnapshotRead, readSnapshot } from '../execution/read-snapshot';

export const FIND_FIELDS = [
  'filter', 'sort', 'projection', 'hint', 'skip', 'limit', 'batchSize', 'singleBatch', 'collation', 'allowDiskUse',
  'noCursorTimeout', 'tailable', 'awaitData', 'allowPartialResults', 'oplogReplay', 'min', 'max', 'returnKey', 'showRecordId',
]; // prettier-ignore
const REFUSED = ['tailable', 'awaitData', 'returnKey', 'showRecordId'];

export const find: Command = {
  names: ['find'],
  fields: FIND_FIELDS,
  run(request) {
    const { body, database, state } = request;
    const name = collectionArgument(request);
    for (const field of REFUSED) if (booleanArgument(request, field)) throw notSupported(`find with ${field}`);
    if (body.min !== undefined || body.max !== undefined) throw notSupported('find with min or max');
    if (isSnapshotRead(request)) return readSnapshot(request, name);
    const collection = state.engine.catalog.find(database, name);
    const filter = documentArgument(request, 'filter') ?? {};
    const projection = documentArgument(request, 'projection');
    const query = findQuery(request, collection, filter);
    const evaluation = evaluationOf(request);
    const batchSize = countArgument(request, 'batchSize');
    const isSingleBatch = booleanArgument(request, 'singleBatch');
    const ns = namespace({ database, name });
    if (!collection) {
      compileFilter(filter, evaluation);
      if (projection) compileProjection(projection, evaluation);
      return answerCursor(request, ns, listSource([]), {});
    }
    const run = new QueryRun(state.engine, collection, query, evaluation);
    const source = querySource(run, evaluation.deadline, projectRaw(projection, evaluation));
    return answerCursor(request, ns, source, { batchSize, isSingleBatch });
  },
};
