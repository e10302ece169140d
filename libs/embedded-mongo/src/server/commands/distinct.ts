import { locationError, notSupported } from '../../errors/mongo-error';
import { rootOf } from '../../planner/filter-paths';
import { QueryRun } from '../../planner/query-run';
import { compileFilter } from '../../query/compile-filter';
import { indexField } from '../../storage/index-definition';
import { indexKeys } from '../../storage/index-keys';
import { pickFields } from '../../storage/raw-document';
import { compareValues } from '../../values/compare';
import { decode } from '../../values/decode';
import { encode } from '../../values/encode';
import {
  collectionArgument,
  documentArgument,
  evaluationOf,
  hintOf,
  refuseCollation,
  stringArgument,
} from '../execution/arguments';
import type { Command } from '../execution/command';

const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

export const distinct: Command = {
  names: ['distinct'],
  fields: ['key', 'query', 'hint', 'collation'],
  run(request) {
    const { engine } = request.state;
    refuseCollation(request.body);
    const collection = engine.catalog.find(request.database, collectionArgument(request));
    const path = stringArgument(request, 'key');
    if (path.endsWith('.')) throw notSupported(`distinct by the path '${path}', which ends with a dot,`);
    const filter = documentArgument(request, 'query') ?? {};
    const evaluation = evaluationOf(request);
    if (!collection) {
      compileFilter(filter, evaluation);
      return { values: [] };
    }
    const run = new QueryRun(engine, collection, { filter, hint: hintOf(collection, request.body.hint) }, evaluation);
    const found: unknown[] = [];
    const root = rootOf(path);
    try {
      for (let record = run.next(); record; record = run.next()) {
        const document = decode(pickFields(record.raw, (name) => name === root));
        // The distinct values are the keys that an index on this field would have, without those
        // for a missing field or an empty array.
        for (const { values, anyFound } of indexKeys(document, [indexField(path, 1)]).tuples) {
          if (anyFound && values[0] !== undefined) found.push(values[0]);
        }
      }
    } finally {
      run.pause();
    }
    return { values: withoutRepeats(found) };
  },
};

function withoutRepeats(found: unknown[]): unknown[] {
  const sorted = found.sort(compareValues);
  const values = sorted.filter((value, i) => i === 0 || compareValues(value, sorted[i - 1]) !== 0);
  if (encode({ values }).length > MAX_ANSWER_BYTES) throw locationError(17217, 'distinct too big, 16mb cap');
  return values;
}
