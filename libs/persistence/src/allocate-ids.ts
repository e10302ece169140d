import { randomInt } from 'node:crypto';
import { type Connection, Schema } from 'mongoose';
import { isDryRun, madeUp } from './dry-run';

/** The collection of the counters. There is one for each name (kind of record). It contains the last reserved id. */
export const ID_COUNTERS = 'id_counters';
/**
 * The id of a document among the counters. New counters start above the `last` of this document. A restore from a
 * backup raises it together with the counters. This protects names that were first used after the backup: they have no
 * counter in the backup.
 */
export const ID_FLOOR = 'floor';

/**
 * The number of ids that a process reserves with one write: the initial and the largest number. If
 * a process uses up the reserved ids within a second, as during an import, it reserves twice as
 * many next time. Unused ids are lost when the process ends.
 */
const FIRST_BLOCK = 100;
const LAST_BLOCK = 5000;
const SOON_MS = 1000;

// Dry runs use random ids above 2^48, which no counter reaches. The ids of tags and fields are ten
// times such a random id plus a digit. They must stay below 2^53 to be exact.
const FIRST_MADE_UP = 2 ** 48;
const MADE_UP = 2 ** 47;

interface Counter {
  _id: string;
  last: number;
}

/**
 * Allocates positive integers as ids. No id is allocated twice for the same name, by any process, even after a restart.
 */
export class IdAllocator {
  private readonly counters;
  private readonly blocks = new Map<string, { next: number; last: number; size: number; taken: number }>();
  private readonly waiting = new Map<string, Promise<void>>();
  private floor: Promise<number> | undefined;

  constructor(connection: Connection) {
    const schema = new Schema<Counter>({ _id: String, last: Number }, { collection: ID_COUNTERS, versionKey: false });
    this.counters = connection.model<Counter>('IdCounter', schema);
  }

  /**
   * Returns the next id for a name. Ids increase within a process but not across processes. In a
   * dry run, the id is random.
   */
  async next(name: string): Promise<number> {
    if (isDryRun()) return madeUp(FIRST_MADE_UP + randomInt(MADE_UP));
    for (;;) {
      const block = this.blocks.get(name);
      if (block && block.next <= block.last) return block.next++;
      await this.refill(name);
    }
  }

  private async refill(name: string): Promise<void> {
    let refilling = this.waiting.get(name);
    if (!refilling) {
      refilling = this.takeBlock(name).finally(() => this.waiting.delete(name));
      this.waiting.set(name, refilling);
    }
    return refilling;
  }

  private async takeBlock(name: string): Promise<void> {
    const before = this.blocks.get(name);
    const isSoon = before !== undefined && Date.now() - before.taken < SOON_MS;
    const size = isSoon ? Math.min(before.size * 2, LAST_BLOCK) : FIRST_BLOCK;
    const floor = await this.readFloor();
    const last = { $add: [{ $ifNull: ['$last', floor] }, size] };
    const options = { upsert: true, returnDocument: 'after', updatePipeline: true } as const;
    const counter = await this.counters.findOneAndUpdate({ _id: name }, [{ $set: { last } }], options).lean();
    if (!counter) throw new Error(`the counter of ${name} was not written`);
    this.blocks.set(name, { next: counter.last - size + 1, last: counter.last, size, taken: Date.now() });
  }

  /** Reads the floor once, because a restore changes it only while no process of the service runs. */
  private readFloor(): Promise<number> {
    this.floor ??= this.counters
      .findById(ID_FLOOR)
      .lean()
      .then((found) => found?.last ?? 0)
      .catch((error: unknown) => {
        this.floor = undefined;
        throw error;
      });
    return this.floor;
  }
}
