import { compileFilter } from '../../query/compile-filter';
import { indexSpecification, type IndexDefinition } from '../../storage/index-definition';
import { encode } from '../../values/encode';
import { answerCursor } from '../execution/answer-cursor';
import { booleanArgument, countArgument, documentArgument, evaluationOf } from '../execution/arguments';
import type { Command } from '../execution/command';
import { listSource } from '../execution/document-source';

export const listCollections: Command = {
  names: ['listCollections'],
  fields: ['filter', 'nameOnly', 'authorizedCollections', 'cursor'],
  run(request) {
    const { database, state } = request;
    const matcher = compileFilter(documentArgument(request, 'filter') ?? {}, evaluationOf(request));
    const isNameOnly = booleanArgument(request, 'nameOnly');
    const described = state.engine.catalog
      .all()
      .filter((collection) => collection.database === database)
      .map((collection) => ({
        name: collection.name,
        type: 'collection',
        ...(isNameOnly
          ? {}
          : {
              options: {},
              info: { readOnly: false, uuid: collection.uuid },
              idIndex: indexSpecification(collection.indexes[0] as IndexDefinition),
            }),
      }))
      .filter((collection) => matcher.matches(collection));
    const cursor = documentArgument(request, 'cursor') ?? {};
    const batchSize = countArgument(request, 'batchSize', cursor);
    return answerCursor(
      request,
      `${database}.$cmd.listCollections`,
      listSource(described.map((collection) => encode(collection))),
      { batchSize },
    );
  },
};
