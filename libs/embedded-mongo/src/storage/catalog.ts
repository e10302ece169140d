import type { Database, Transaction } from 'lmdb';
import { UUID } from 'bson';
import { decode, type Document } from '../values/decode';
import { encode } from '../values/encode';
import { idIndex, indexField, type IndexDefinition } from './index-definition';

/** A collection as the catalog stores it, with two cached values. */
export interface Collection {
  id: number;
  database: string;
  name: string;
  uuid: UUID;
  indexes: IndexDefinition[];
  /** The number of documents. Undefined until they are counted. */
  count: number | undefined;
  /** The record id of the next inserted document. Undefined until the first insert. */
  nextRecordId: number | undefined;
}

const META_KEY = Buffer.from([0]);
/** The version of the format on disk. A program with a different version cannot open the folder. */
const FORMAT_VERSION = 1;

/**
 * The list of all collections and indexes. It is read from LMDB at the start. Each change of the
 * list is written in the same transaction as the data. If the transaction fails, `reload` restores
 * the stored list.
 */
export class Catalog {
  private collections = new Map<string, Collection>();
  private nextId = 1;

  constructor(private readonly store: Database<Buffer, Buffer>) {
    this.reload();
  }

  reload(): void {
    this.collections = new Map();
    this.nextId = 1;
    for (const { key, value } of this.store.getRange({ start: META_KEY })) {
      const stored = decode(value);
      if (key.equals(META_KEY)) this.readMeta(stored);
      else this.collections.set(key.toString(), readCollection(stored));
    }
  }

  private readMeta(stored: Document): void {
    const version = Number(stored.formatVersion);
    if (version !== FORMAT_VERSION) {
      throw new Error(
        `the embedded database's folder has format ${version}, this program reads format ${FORMAT_VERSION}`,
      );
    }
    this.nextId = Number(stored.nextId);
  }

  find(database: string, name: string): Collection | undefined {
    return this.collections.get(`${database}.${name}`);
  }

  /** Finds a collection as it was when a read transaction began. It may have been dropped since then. */
  findAt(database: string, name: string, transaction: Transaction): Collection | undefined {
    const stored = this.store.get(Buffer.from(`${database}.${name}`), { transaction });
    return stored && readCollection(decode(stored));
  }

  all(): Collection[] {
    return [...this.collections.values()].sort((a, b) => (namespace(a) < namespace(b) ? -1 : 1));
  }

  /** Whether an id belongs to an existing collection or index. */
  isInUse(id: number): boolean {
    return this.all().some((collection) => collection.id === id || collection.indexes.some((index) => index.id === id));
  }

  /** Creates a collection with its index on _id. Call this and all methods below only in a write transaction. */
  create(database: string, name: string): Collection {
    const collection: Collection = {
      id: this.takeId(),
      database,
      name,
      uuid: new UUID(),
      indexes: [idIndex(this.takeId())],
      count: 0,
      nextRecordId: undefined,
    };
    this.collections.set(namespace(collection), collection);
    this.save(collection);
    return collection;
  }

  findOrCreate(database: string, name: string): Collection {
    return this.find(database, name) ?? this.create(database, name);
  }

  remove(collection: Collection): void {
    this.collections.delete(namespace(collection));
    this.store.removeSync(Buffer.from(namespace(collection)));
  }

  save(collection: Collection): void {
    this.store.putSync(Buffer.from(namespace(collection)), encode(storedForm(collection)));
  }

  /** Returns a new id for a collection or an index. Ids are never used again. */
  takeId(): number {
    const id = this.nextId++;
    this.store.putSync(META_KEY, encode({ formatVersion: FORMAT_VERSION, nextId: this.nextId }));
    return id;
  }
}

export function namespace(collection: { database: string; name: string }): string {
  return `${collection.database}.${collection.name}`;
}

function storedForm(collection: Collection): Document {
  return {
    id: collection.id,
    database: collection.database,
    name: collection.name,
    uuid: collection.uuid.toString(),
    indexes: collection.indexes.map((index) => ({
      ...index,
      fields: index.fields.map(({ path, direction }) => ({ path, direction })),
      multikeyPaths: Object.entries(index.multikeyPaths).map(([path, prefixes]) => ({ path, prefixes })),
    })),
  };
}

function readCollection(stored: Document): Collection {
  return {
    id: Number(stored.id),
    database: String(stored.database),
    name: String(stored.name),
    uuid: new UUID(String(stored.uuid)),
    indexes: (stored.indexes as Document[]).map(readIndex),
    count: undefined,
    nextRecordId: undefined,
  };
}

function readIndex(stored: Document): IndexDefinition {
  const multikey = stored.multikeyPaths as { path: string; prefixes: string[] }[];
  return {
    id: Number(stored.id),
    name: String(stored.name),
    fields: (stored.fields as Document[]).map((field) =>
      indexField(String(field.path), Number(field.direction) === 1 ? 1 : -1),
    ),
    unique: stored.unique === true,
    sparse: stored.sparse === true,
    ...(stored.partialFilter ? { partialFilter: stored.partialFilter as Document } : {}),
    ...(stored.expireAfterSeconds != null ? { expireAfterSeconds: Number(stored.expireAfterSeconds) } : {}),
    multikeyPaths: Object.fromEntries(multikey.map(({ path, prefixes }) => [path, prefixes])),
    hasCutEntries: stored.hasCutEntries === true,
  };
}
