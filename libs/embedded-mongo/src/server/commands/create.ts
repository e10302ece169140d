import { MongoError, notSupported } from '../../errors/mongo-error';
import { namespace } from '../../storage/catalog';
import { isDocument, keysOf } from '../../values/document';
import { booleanArgument, collectionArgument, refuseCollation } from '../execution/arguments';
import type { Command } from '../execution/command';

const REFUSED = [
  'size', 'max', 'timeseries', 'expireAfterSeconds', 'clusteredIndex', 'changeStreamPreAndPostImages', 'encryptedFields',
  'validator', 'validationLevel', 'validationAction', 'viewOn', 'pipeline',
]; // prettier-ignore

export const create: Command = {
  names: ['create'],
  fields: ['capped', 'autoIndexId', 'idIndex', 'storageEngine', 'indexOptionDefaults', 'collation', ...REFUSED],
  run(request) {
    const { engine } = request.state;
    const { body, database } = request;
    const name = collectionArgument(request);
    if (booleanArgument(request, 'capped')) throw notSupported('a capped collection');
    for (const field of REFUSED) {
      const isEmpty = isDocument(body[field]) && keysOf(body[field]).length === 0;
      if (body[field] !== undefined && !isEmpty) throw notSupported(`a collection with ${field}`);
    }
    refuseCollation(body);
    return engine.write(() => {
      if (engine.catalog.find(database, name)) {
        throw new MongoError(48, 'NamespaceExists', `Collection ${namespace({ database, name })} already exists.`);
      }
      engine.catalog.create(database, name);
      return {};
    });
  },
};
