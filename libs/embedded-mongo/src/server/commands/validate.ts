import { MongoError } from '../../errors/mongo-error';
import { namespace } from '../../storage/catalog';
import { validateCollection } from '../../storage/validate-collection';
import { collectionArgument } from '../execution/arguments';
import type { Command } from '../execution/command';

export const validate: Command = {
  names: ['validate'],
  fields: ['full', 'repair', 'metadata', 'checkBSONConformance', 'background'],
  run(request) {
    const { engine } = request.state;
    const name = collectionArgument(request);
    const ns = namespace({ database: request.database, name });
    const collection = engine.catalog.find(request.database, name);
    if (!collection) throw new MongoError(26, 'NamespaceNotFound', `Collection '${ns}' does not exist to validate.`);
    const { records, keysPerIndex, errors } = validateCollection(engine, collection);
    return {
      ns,
      nInvalidDocuments: 0,
      nrecords: records,
      nIndexes: collection.indexes.length,
      keysPerIndex,
      valid: errors.length === 0,
      repaired: false,
      warnings: [],
      errors,
    };
  },
};
