import { type Connection, Schema } from 'mongoose';

/**
 * How many ids a process reserves at a time, at first and at most: twice as many each time that a block was used up within
 * a second, as imports do. Unused ones are lost.
 */
const FIRST_BLOCK = 100;
const LAST_BLOCK = 5000;
const SOON_MS = 1000;

interface Counter {
  _id: string;
  last: number;
}

/** Allocates positive integers, each once per name, also across processes and restarts. */
export class IdAllocator {
  private readonly counters;
  private readonly blocks = new Map<string, { next: number; last: number; size: number; taken: number }>();
  private readonly waiting = new Map<string, Promise<void>>();

  constructor(connection: Connection) {
    const schema = new Schema<Counter>({ _id: String, last: Number }, { collection: 'id_counters', versionKey: false });
    this.counters = connection.model<Counter>('IdCounter', schema);
  }

  /** The next id of a name. Ids increase within a process, but not across processes. */
  async next(name: string): Promise<number> {
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
    const counter = await this.counters
      .findOneAndUpdate({ _id: name }, { $inc: { last: size } }, { upsert: true, returnDocument: 'after' })
      .lean();
    if (!counter) throw new Error(`the counter of ${name} was not written`);
    this.blocks.set(name, { next: counter.last - size + 1, last: counter.last, size, taken: Date.now() });
  }
}
