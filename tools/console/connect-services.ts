import { DATABASE_PREFIX, type DataServiceName, dataServiceNames } from '@keyhaven/contracts/platform/services';
import type { mongo } from 'mongoose';
import { openConnection } from './open-connection';
import { ReadableCollection } from './readable-collection';

type Collections = Record<string, ReadableCollection | mongo.Collection>;

export interface ConnectedServices {
  /** The collections of each service, by name. */
  services: Record<DataServiceName, Collections>;
  close: () => Promise<void>;
}

/**
 * Connects to the databases of all services. @param mayWrite whether the result contains the
 * driver's own collections, which can write.
 */
export async function connectServices(
  uri: string,
  mayWrite: boolean,
  databasePrefix = DATABASE_PREFIX,
): Promise<ConnectedServices> {
  const connection = await openConnection(uri);
  const services: Partial<ConnectedServices['services']> = {};
  for (const name of dataServiceNames) {
    const { db } = connection.useDb(`${databasePrefix}${name}`);
    if (!db) throw new Error(`the database ${databasePrefix}${name} is not connected`);
    const collections = await db.listCollections({}, { nameOnly: true }).toArray();
    services[name] = Object.fromEntries(
      collections.map((found) => {
        const collection = db.collection(found.name);
        return [found.name, mayWrite ? collection : new ReadableCollection(collection)];
      }),
    );
  }
  return { services: services as ConnectedServices['services'], close: () => connection.close() };
}
