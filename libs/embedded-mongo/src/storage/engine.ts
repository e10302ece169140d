import { open, type Database, type RootDatabase } from 'lmdb';
import { mkdirSync, statfsSync, statSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { MongoError } from '../errors/mongo-error';
import { Catalog } from './catalog';
import { lockFolder, type FolderLock } from './folder-lock';
import { MemoryBudget } from './memory-budget';
import { WriteQueue } from './write-queue';

/**
 * The part of the LMDB database that contains all documents and index entries. Each key begins with
 * the id of its collection or index.
 */
export type Store = Database<Buffer, Buffer>;

/**
 * Writes are refused if fewer bytes than this are free, so that a transaction rarely fills the
 * disk.
 */
const MIN_FREE_BYTES = 64 * 1024 * 1024;
/**
 * The size of the first memory map of the file, in bytes. When the file is larger, LMDB maps it again and also keeps
 * the old map. Then the pages of both maps count as memory of the process. LMDB chooses the size on Windows, where the
 * file itself would get this size, and on 32-bit systems, which have too little address space.
 */
const FIRST_MAP_BYTES = process.platform === 'win32' || /32$|^arm$/.test(process.arch) ? undefined : 1024 ** 3;
/** The system's error numbers for a full disk (ENOSPC) and an exhausted quota (EDQUOT). */
const NO_SPACE_CODES = [28, 122];

/**
 * The database of one folder. A transaction returns only after its data, and then its root page,
 * are flushed to disk. So acknowledged writes survive a crash of the process or the machine, and
 * readers never see data that could still be lost. LMDB itself works like this, but the default
 * option `overlappingSync` of the lmdb package would return between the two flushes. A flush blocks
 * this thread, and readers wait for it, so the server runs in a worker thread.
 */
export class Engine {
  readonly catalog: Catalog;
  /** Counts the memory that running sorts and open cursors use. */
  readonly memory = new MemoryBudget();
  private readonly queue: WriteQueue;
  /**
   * Set when LMDB could not write although the disk has space. Then the disk has failed, and even
   * flushed data may be lost. From then on, LMDB is not used any more, and not even closed.
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
   * Opens the database in a folder, or creates it.
   * @param onFailure called once when LMDB can no longer write. The database must then be opened
   *   again.
   * @throws Error with the path of the folder if another server uses the folder or the folder
   *   cannot be written
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
      const map = FIRST_MAP_BYTES === undefined ? {} : { mapSize: FIRST_MAP_BYTES };
      const options = { path: folder, overlappingSync: false, maxDbs: 4, ...map };
      const environment = open<Buffer, Buffer>({ ...options, ...encoding });
      const store = environment.openDB<Buffer, Buffer>({ name: 'data', ...encoding });
      const catalogStore = environment.openDB<Buffer, Buffer>({ name: 'catalog', ...encoding });
      return new Engine(folder, environment, store, catalogStore, lock, onFailure);
    } catch (error) {
      await lock.release();
      throw new Error(`the embedded database cannot open the folder ${folder}: ${messageOf(error)}`, { cause: error });
    }
  }

  /**
   * Runs a job that reads and writes, isolated from other jobs. Resolves when its writes are on disk.
   * @throws the MongoError that the job threw; its writes before the error are kept. Any other error of the job, after
   * a rollback of the whole transaction. MongoError 14031 while the disk is full
   */
  write<T>(job: () => T): Promise<T> {
    return this.queue.add(job);
  }

  /** Waits for pending writes, and releases the folder. */
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
      // Errors of LMDB and of the system have a numeric code. All others are errors of a job.
      const { code } = error as { code?: unknown };
      if (typeof code !== 'number') throw error;
      // A full disk is often reported as an input/output error. The transaction was rolled back
      // completely, and later ones succeed when there is space again.
      if (NO_SPACE_CODES.includes(code) || this.freeBytes() < MIN_FREE_BYTES) {
        this.giveBackSpace();
        throw outOfSpace(`could not write to ${this.folder}, whose disk is full: ${messageOf(error)}`);
      }
      const text = `the embedded database could not write to ${this.folder}: ${messageOf(error)}`;
      this.failure = new MongoError(8, 'UnknownError', text);
      this.onFailure(this.failure);
      throw this.failure;
    }
  }

  /**
   * Refuses a transaction while the disk is nearly full. Reads still work, and writes work again
   * when there is space.
   */
  private checkDisk(): void {
    if (this.failure) throw this.failure;
    const free = this.freeBytes();
    if (free < MIN_FREE_BYTES) {
      throw outOfSpace(
        `needs ${MIN_FREE_BYTES} bytes free on the disk of ${this.folder} to write, and there are ${free}`,
      );
    }
  }

  /**
   * Truncates the file after its last used page. A transaction may have written more pages before
   * the disk was full.
   */
  private giveBackSpace(): void {
    const { lastPageNumber, pageSize } = this.environment.getStats() as { lastPageNumber: number; pageSize: number };
    const file = path.join(this.folder, 'data.mdb');
    const inUse = (lastPageNumber + 1) * pageSize;
    if (inUse > 0 && statSync(file).size > inUse) truncateSync(file, inUse);
  }

  private freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.folder);
    return bavail * bsize;
  }
}

function outOfSpace(what: string): MongoError {
  return new MongoError(14031, 'OutOfDiskSpace', `the embedded database ${what}`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
