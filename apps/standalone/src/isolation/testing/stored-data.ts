import { isDeepStrictEqual } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@keyhaven/testing/until';
import mongoose from 'mongoose';

/** The stored documents of all services as JSON, by service, collection and id. */
export type StoredData = ReadonlyMap<string, string>;

/**
 * Fields that background work may change at any time: those with which the webhook service queues and leases endpoints.
 */
const ofBackgroundWork: Readonly<Record<string, object>> = {
  endpoints: { due_utc: 0, leased_until_utc: 0, owner: 0, news: 0 },
};
/**
 * How long the data must remain unchanged before it is used, in milliseconds. Calendars are
 * published two seconds after a change.
 */
const SETTLED_MS = 2500;

/** Reads all documents of the services in this process. */
export async function readStoredData(): Promise<StoredData> {
  const connections = mongoose.connections.filter(
    ({ readyState }) => readyState === mongoose.ConnectionStates.connected,
  );
  // The services share a client, so read all databases of the client.
  const databases = connections.map(async (connection) => {
    const client = connection.getClient();
    const { databases: listed } = await client.db().admin().listDatabases({ nameOnly: true });
    return listed.map(({ name }) => client.db(name));
  });
  const found = (await Promise.all(databases)).flat().map(async (database) => {
    const names = (await database.listCollections().toArray()).map(({ name }) => name);
    const documents = names.map(async (name) => {
      const projection = ofBackgroundWork[name] ?? {};
      const stored = await database.collection(name).find({}, { projection }).toArray();
      return stored.map((document) => [`${database.databaseName} ${name} ${String(document._id)}`, document] as const);
    });
    return (await Promise.all(documents)).flat();
  });
  const all = (await Promise.all(found)).flat();
  return new Map(all.map(([key, document]) => [key, JSON.stringify(document)]));
}

/** Returns the documents that contain the id of an account. */
export function documentsOf(data: StoredData, userId: number): StoredData {
  const itself = new RegExp(` ${userId}$`);
  return new Map([...data].filter(([key, text]) => itself.test(key) || text.includes(String(userId))));
}

/** Waits until the documents of an account no longer change, and returns them. */
export function settledDocumentsOf(userId: number): Promise<StoredData> {
  const read = async () => documentsOf(await readStoredData(), userId);
  return until(async () => {
    const data = await read();
    await sleep(SETTLED_MS);
    return isDeepStrictEqual(await read(), data) ? data : undefined;
  }, 30_000);
}

/** Describes the differences between two states of the stored data. */
export function differences(before: StoredData, after: StoredData): string[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys]
    .filter((key) => before.get(key) !== after.get(key))
    .map((key) => `${key} was ${before.get(key) ?? 'absent'}, and is ${after.get(key) ?? 'absent'}`);
}
