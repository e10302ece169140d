import { MongoError } from '../../errors';
import { dropCollection } from '../../storage/build-index';
import { booleanArgument, checkCollectionName, stringArgument } from '../arguments';
import type { Command } from '../command';

export const renameCollection: Command = {
  names: ['renameCollection'],
  fields: ['to', 'dropTarget'],
  run(request) {
    const { engine } = request.state;
    const from = split(stringArgument(request, 'renameCollection'));
    const to = split(stringArgument(request, 'to'));
    const dropTarget = booleanArgument(request, 'dropTarget');
    return engine.write(() => {
      const source = engine.catalog.find(from.database, from.name);
      if (!source)
        throw new MongoError(26, 'NamespaceNotFound', `Source collection ${from.database}.${from.name} does not exist`);
      const target = engine.catalog.find(to.database, to.name);
      if (target === source) throw new MongoError(20, 'IllegalOperation', "Can't rename a collection to itself");
      if (target && !dropTarget) throw new MongoError(48, 'NamespaceExists', 'target namespace exists');
      if (target) dropCollection(engine, target);
      engine.catalog.rename(source, to.database, to.name);
      return {};
    });
  },
};

function split(ns: string): { database: string; name: string } {
  const dot = ns.indexOf('.');
  if (dot < 1) throw new MongoError(73, 'InvalidNamespace', `Invalid namespace specified '${ns}'`);
  const found = { database: ns.slice(0, dot), name: ns.slice(dot + 1) };
  checkCollectionName(found.database, found.name);
  return found;
}
