import { open, type Database, type RootDatabase } from 'lmdb';
import { mkdirSync, statfsSync } from 'node:fs';
import { MongoError } from '../errors';
import { Catalog } from './catalog';
import { lockFolder, type FolderLock } from './folder-lock';
import { MemoryBudget } from './memory-budget';
import { WriteQueue } from './write-queue';

/** What all documents and index entries lie in, by binary keys that begin with the number of their collection or index. */
export type Store = Database<Buffer, Buffer>;

/** LMDB does not survive a full disk: writing stops before. A transaction seldom needs more than a few megabytes. */
const MIN_FREE_BYTES = 64 * 1024 * 1024;

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
  /** Counts what running sorts and open cursors hold. */
  readonly memory = new MemoryBudget();
  private readonly queue: WriteQueue;
  /**
   * Set when LMDB could not write. What was acknowledged is on disk, as after a kill, but LMDB has been seen to corrupt
   * its memory on the way out of a full disk: nothing is asked of it any more, and it is not closed.
   */
  failure: MongoError | undefined;

  private constructor(
    readonly folder: string,
    private readonly environment: RootDatabase<Buffer, Buffer>,
    readonly store: Store,
    catalogStore: Store,
    private readonly lock: FolderLock,
    private readonly onFailure: (error: Error) => void,
  ) {
    this.catalog = new Catalog(catalogStore);
    this.queue = new WriteQueue(
      (body) => this.transaction(body),
      () => this.catalog.reload(),
    );
  }

  /**
   * Opens (or makes) the database in a folder.
   * @param onFailure is called once when LMDB can no longer be written; the database has to be opened anew then.
   * @throws Error naming the folder, when another server has it or it cannot be written.
   */
  static async open(folder: string, onFailure: (error: Error) => void = () => undefined): Promise<Engine> {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
    } catch (error) {
      throw new Error(`the embedded database cannot use the folder ${folder}: ${messageOf(error)}`, { cause: error });
    }
    const lock = await lockFolder(folder);
    try {
      const encoding = { encoding: 'binary', keyEncoding: 'binary' } as const;
      const environment = open<Buffer, Buffer>({ path: folder, overlappingSync: false, maxDbs: 4, ...encoding });
      const store = environment.openDB<Buffer, Buffer>({ name: 'data', ...encoding });
      const catalogStore = environment.openDB<Buffer, Buffer>({ name: 'catalog', ...encoding });
      return new Engine(folder, environment, store, catalogStore, lock, onFailure);
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
    if (!this.failure) await this.environment.close();
    await this.lock.release();
  }

  private transaction(body: () => void): void {
    this.checkDisk();
    try {
      this.environment.transactionSync(body);
    } catch (error) {
      // LMDB's own errors carry a number: the system's (a full disk is reported as an input/output error) or its own.
      if (typeof (error as { code?: unknown }).code !== 'number') throw error;
      this.failure = outOfSpace(`could not write to ${this.folder} (is the disk full?): ${messageOf(error)}`);
      this.onFailure(this.failure);
      throw this.failure;
    }
  }

  /** Refuses a transaction while there is little room left; reads go on, and so do writes when there is room again. */
  private checkDisk(): void {
    if (this.failure) throw this.failure;
    const { bavail, bsize } = statfsSync(this.folder);
    const free = bavail * bsize;
    if (free < MIN_FREE_BYTES) {
      throw outOfSpace(
        `needs ${MIN_FREE_BYTES} bytes free on the disk of ${this.folder} to write, and there are ${free}`,
      );
    }
  }
}

function outOfSpace(what: string): MongoError {
  return new MongoError(14031, 'OutOfDiskSpace', `the embedded database ${what}`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
