import { inspect } from 'node:util';
import type { mongo } from 'mongoose';

type Filter = mongo.Filter<mongo.Document>;

/** A query without a limit returns at most this many documents. */
const DEFAULT_LIMIT = 20;
/** Pipeline stages that write. */
const WRITING_STAGES = ['$out', '$merge'];

/** A collection for use at a prompt. It returns lists and cannot write. */
export class ReadableCollection {
  readonly #collection: mongo.Collection;

  constructor(collection: mongo.Collection) {
    this.#collection = collection;
  }

  /** Returns the matching documents, at most 20 unless `limit` is given. */
  find(filter: Filter = {}, options: mongo.FindOptions = {}): Promise<mongo.Document[]> {
    return this.#collection.find(filter, { limit: DEFAULT_LIMIT, ...options }).toArray();
  }

  findOne(filter: Filter = {}, options: mongo.FindOptions = {}): Promise<mongo.Document | null> {
    return this.#collection.findOne(filter, options);
  }

  count(filter: Filter = {}): Promise<number> {
    return this.#collection.countDocuments(filter);
  }

  distinct(field: string, filter: Filter = {}): Promise<unknown[]> {
    return this.#collection.distinct(field, filter);
  }

  /** @throws Error if the pipeline writes. */
  async aggregate(pipeline: mongo.Document[]): Promise<mongo.Document[]> {
    const writing = WRITING_STAGES.find((name) => pipeline.some((stage) => name in stage));
    if (writing) throw new Error(`${writing} writes; start the console with --write to do so`);
    return this.#collection.aggregate(pipeline).toArray();
  }

  indexes(): Promise<mongo.Document[]> {
    return this.#collection.indexes();
  }

  [inspect.custom](): string {
    return `collection ${this.#collection.collectionName}: find, findOne, count, distinct, aggregate, indexes`;
  }
}
