import { dropCollection } from '../../storage/build-index';
import { namespace } from '../../storage/catalog';
import { collectionArgument } from '../execution/arguments';
import type { Command } from '../execution/command';

export const drop: Command = {
  names: ['drop'],
  fields: [],
  run(request) {
    const { engine } = request.state;
    const name = collectionArgument(request);
    return engine.write(() => {
      const collection = engine.catalog.find(request.database, name);
      // As in MongoDB 7, dropping a collection that does not exist is not an error.
      if (!collection) return {};
      const nIndexesWas = collection.indexes.length;
      dropCollection(engine, collection);
      return { nIndexesWas, ns: namespace(collection) };
    });
  },
};
