import { compileFilter } from '../../query/compile-filter';
import { countRecords } from '../../storage/records';
import { booleanArgument, documentArgument, evaluationOf } from '../execution/arguments';
import type { Command } from '../execution/command';

export const listDatabases: Command = {
  names: ['listDatabases'],
  fields: ['filter', 'nameOnly', 'authorizedDatabases'],
  run(request) {
    const { engine } = request.state;
    const isNameOnly = booleanArgument(request, 'nameOnly');
    const matcher = compileFilter(documentArgument(request, 'filter') ?? {}, evaluationOf(request));
    const collections = engine.catalog.all();
    const databases = [...new Set(collections.map(({ database }) => database))]
      .map((name) => {
        const empty = collections.every(
          (collection) => collection.database !== name || countRecords(engine.store, collection) === 0,
        );
        return { name, sizeOnDisk: 0, empty };
      })
      .filter((database) => matcher.matches(database));
    if (isNameOnly) return { databases: databases.map(({ name }) => ({ name })) };
    return { databases, totalSize: 0, totalSizeMb: 0 };
  },
};
