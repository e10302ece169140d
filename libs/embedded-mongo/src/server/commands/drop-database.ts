import { dropCollection } from '../../storage/build-index';
import type { Command } from '../execution/command';

export const dropDatabase: Command = {
  names: ['dropDatabase'],
  fields: [],
  run({ database, state: { engine } }) {
    return engine.write(() => {
      const collections = engine.catalog.all().filter((collection) => collection.database === database);
      for (const collection of collections) dropCollection(engine, collection);
      return collections.length > 0 ? { dropped: database } : {};
    });
  },
};
