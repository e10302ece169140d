import { type Connection, Schema } from 'mongoose';

/** How many ids a process reserves at a time. Unused ones are lost. */
const BLOCK = 100;

interface Counter {
  _id: string;
  last: number;
}

/** Allocates positive integers, each once per name, also across processes and restarts. */
export class IdAllocator {
  private readonly counters;
  private readonly blocks = new Map<string, { next: number; last: number }>();
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
    const counter = await this.counters
      .findOneAndUpdate({ _id: name }, { $inc: { last: BLOCK } }, { upsert: true, returnDocument: 'after' })
      .lean();
    if (!counter) throw new Error(`the counter of ${name} was not written`);
    this.blocks.set(name, { next: counter.last - BLOCK + 1, last: counter.last });
  }
}
