import { open, type Database, type RootDatabase } from 'lmdb';
import { mkdirSync } from 'node:fs';
import { MongoError } from '../errors';
import { Catalog } from './catalog';
import { lockFolder, type FolderLock } from './folder-lock';
import { WriteQueue } from './write-queue';

/** What all documents and index entries lie in, by binary keys that begin with the number of their collection or index. */
export type Store = Database<Buffer, Buffer>;

/**
 * The database of one folder.
 *
 * A transaction returns only after its data and then its root page were flushed (LMDB's own way: `overlappingSync`,
 * lmdb's default, would return between the two), so what is acknowledged survives the death of the process and of the
 * machine, and nobody reads what could still be lost. The flush stops this thread: readers wait for it, which is why
 * the server runs in a worker thread.
 */
export class Engine {
  readonly catalog: Catalog;
  private readonly queue: WriteQueue;

  private constructor(
    readonly folder: string,
    private readonly environment: RootDatabase<Buffer, Buffer>,
    readonly store: Store,
    catalogStore: Store,
    private readonly lock: FolderLock,
  ) {
    this.catalog = new Catalog(catalogStore);
    this.queue = new WriteQueue(
      (body) => this.transaction(body),
      () => this.catalog.reload(),
    );
  }

  /**
   * Opens (or makes) the database in a folder.
   * @throws Error naming the folder, when another server has it or it cannot be written.
   */
  static async open(folder: string): Promise<Engine> {
    try {
      mkdirSync(folder, { recursive: true });
    } catch (error) {
      throw new Error(`the embedded database cannot use the folder ${folder}: ${messageOf(error)}`, { cause: error });
    }
    const lock = await lockFolder(folder);
    try {
      const encoding = { encoding: 'binary', keyEncoding: 'binary' } as const;
      const environment = open<Buffer, Buffer>({ path: folder, overlappingSync: false, maxDbs: 4, ...encoding });
      const store = environment.openDB<Buffer, Buffer>({ name: 'data', ...encoding });
      const catalogStore = environment.openDB<Buffer, Buffer>({ name: 'catalog', ...encoding });
      return new Engine(folder, environment, store, catalogStore, lock);
    } catch (error) {
      await lock.release();
      throw new Error(`the embedded database cannot open the folder ${folder}: ${messageOf(error)}`, { cause: error });
    }
  }

  /**
   * Runs a job that reads and writes, alone, and answers when what it wrote is on disk.
   * @throws MongoError of the job, which then has written nothing; MongoError 14031 when the disk refuses.
   */
  write<T>(job: () => T): Promise<T> {
    return this.queue.add(job);
  }

  /** Waits for the writes that were asked for, and lets go of the folder. */
  async close(): Promise<void> {
    while (!this.queue.isIdle) await new Promise((resolve) => setImmediate(resolve));
    await this.environment.close();
    await this.lock.release();
  }

  private transaction(body: () => void): void {
    try {
      this.environment.transactionSync(body);
    } catch (error) {
      if (typeof (error as { code?: unknown }).code !== 'number') throw error;
      // LMDB's own errors carry a number: the system's (a full disk is reported as an input/output error) or its own.
      const text = `the embedded database could not write to ${this.folder} (is the disk full?): ${messageOf(error)}`;
      throw new MongoError(14031, 'OutOfDiskSpace', text);
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
