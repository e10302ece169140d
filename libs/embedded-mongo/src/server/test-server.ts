import { mongo } from 'mongoose';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serve, type Server } from './serve';

export type Db = mongo.Db;
export type Collection = mongo.Collection<mongo.Document>;

/** A server with a new folder, and a connected MongoDB driver. For tests. */
export interface TestServer {
  server: Server;
  folder: string;
  client: mongo.MongoClient;
  /** Returns a collection that no other test uses. */
  collection(): Collection;
  remove(): Promise<void>;
}

export async function startTestServer(): Promise<TestServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'embedded-mongo-'));
  const server = await serve({ folder });
  const client = await connectTo(server.uri);
  let collections = 0;
  return {
    server,
    folder,
    client,
    collection: () => client.db('test').collection(`c${++collections}`),
    async remove() {
      await client.close();
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}

export function connectTo(uri: string, options: mongo.MongoClientOptions = {}): Promise<mongo.MongoClient> {
  return new mongo.MongoClient(uri, { serverSelectionTimeoutMS: 5000, ...options }).connect();
}

/**
 * Returns the error with which the server refused an operation. @throws Error if the operation
 * succeeded
 */
export async function refusal(
  operation: Promise<unknown>,
): Promise<{ code: number; codeName: string; message: string }> {
  try {
    await operation;
  } catch (error) {
    const { code, codeName, message } = error as { code: number; codeName: string; message: string };
    return { code, codeName, message };
  }
  throw new Error('the operation was not refused');
}
