import { failedToParse } from '../../errors/mongo-error';
import { QueryRun } from '../../planner/query-run';
import { compileFilter } from '../../query/compile-filter';
import { readRecord } from '../../storage/records';
import { removeDocument } from '../../storage/write-document';
import {
  booleanArgument,
  collectionArgument,
  countArgument,
  documentArgument,
  evaluationOf,
} from '../execution/arguments';
import type { Command } from '../execution/command';
import { findQuery } from '../execution/find-query';
import { statements } from '../execution/statements';
import { recordIds } from '../execution/update-document';
import { runBatch } from '../execution/write-errors';

const STATEMENT_FIELDS = new Set(['q', 'limit', 'hint', 'collation']);

export const deleteDocuments: Command = {
  names: ['delete'],
  fields: ['deletes', 'ordered'],
  run(request) {
    const { engine } = request.state;
    const name = collectionArgument(request);
    const deletes = statements(request, 'deletes', STATEMENT_FIELDS);
    const isOrdered = request.body.ordered === undefined || booleanArgument(request, 'ordered');
    return engine.write(() => {
      const evaluation = evaluationOf(request);
      const collection = engine.catalog.find(request.database, name);
      let deleted = 0;
      const writeErrors = runBatch(deletes, isOrdered, (statement) => {
        const filter = documentArgument(request, 'q', statement);
        const limit = countArgument(request, 'limit', statement);
        if (!filter || limit === undefined) throw failedToParse('a delete statement needs a filter (q) and a limit');
        if (limit > 1) throw failedToParse(`The limit field in delete objects must be 0 or 1. Got ${limit}`);
        const query = findQuery(request, collection, filter, statement);
        if (!collection) {
          compileFilter(filter, evaluation);
          return;
        }
        for (const id of recordIds(new QueryRun(engine, collection, query, evaluation))) {
          evaluation.deadline?.check();
          removeDocument(engine, collection, { id, raw: readRecord(engine.store, collection, id) as Buffer });
          deleted++;
        }
      });
      return { n: deleted, ...(writeErrors.length > 0 ? { writeErrors } : {}) };
    });
  },
};
