import { MongoError } from '../../errors/mongo-error';
import { namespace } from '../../storage/catalog';
import { indexSpecification } from '../../storage/index-definition';
import { encode } from '../../values/encode';
import { answerCursor } from '../execution/answer-cursor';
import { collectionArgument, countArgument, documentArgument } from '../execution/arguments';
import type { Command } from '../execution/command';
import { listSource } from '../execution/document-source';

export const listIndexes: Command = {
  names: ['listIndexes'],
  fields: ['cursor'],
  run(request) {
    const { database, state } = request;
    const name = collectionArgument(request);
    const ns = namespace({ database, name });
    const collection = state.engine.catalog.find(database, name);
    if (!collection) throw new MongoError(26, 'NamespaceNotFound', `ns does not exist: ${ns}`);
    const cursor = documentArgument(request, 'cursor') ?? {};
    const documents = collection.indexes.map((index) => encode(indexSpecification(index)));
    return answerCursor(request, ns, listSource(documents), { batchSize: countArgument(request, 'batchSize', cursor) });
  },
};
