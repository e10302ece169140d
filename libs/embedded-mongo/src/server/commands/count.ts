import { QueryRun } from '../../planner/query-run';
import { compileFilter } from '../../query/compile-filter';
import { countRecords } from '../../storage/records';
import { entriesOf } from '../../values/document';
import { isNumeric } from '../../values/type-of';
import {
  collectionArgument,
  countArgument,
  documentArgument,
  evaluationOf,
  hintOf,
  refuseCollation,
} from '../execution/arguments';
import type { Command } from '../execution/command';

export const COUNT_FIELDS = ['query', 'limit', 'skip', 'hint', 'collation', 'fields'];

export const count: Command = {
  names: ['count'],
  fields: COUNT_FIELDS,
  run(request) {
    const { engine } = request.state;
    refuseCollation(request.body);
    const collection = engine.catalog.find(request.database, collectionArgument(request));
    const filter = documentArgument(request, 'query') ?? {};
    const evaluation = evaluationOf(request);
    const skip = countArgument(request, 'skip') ?? 0;
    // As in MongoDB, a negative limit means its absolute value.
    const given = request.body.limit;
    const limit = isNumeric(given) ? Math.abs(Math.trunc(Number(given))) : 0;
    const hint = hintOf(collection, request.body.hint);
    if (!collection) {
      compileFilter(filter, evaluation);
      return { n: 0 };
    }
    if (entriesOf(filter).length === 0 && !hint) {
      const rest = Math.max(countRecords(engine.store, collection) - skip, 0);
      return { n: limit ? Math.min(rest, limit) : rest };
    }
    const run = new QueryRun(engine, collection, { filter, skip, limit, hint }, evaluation);
    try {
      return { n: run.count() };
    } finally {
      run.pause();
    }
  },
};
