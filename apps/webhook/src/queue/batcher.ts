const MAX_SIZE = 200;
/** The maximum number of batches that run concurrently. */
const MAX_CONCURRENT = 3;

interface Waiting<Item> {
  item: Item;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Collects items that arrive at about the same time, and processes them as one batch. A batch may finish before an
 * earlier one.
 */
export class Batcher<Item> {
  private waiting: Waiting<Item>[] = [];
  private running = 0;

  /** @param gatherMs how long the first item of a batch waits for more items, in milliseconds. */
  constructor(
    private readonly gatherMs: number,
    private readonly work: (items: Item[]) => Promise<void>,
  ) {}

  /** Adds an item. Resolves when the item was processed. Rejects if its batch failed. */
  add(item: Item): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      // The first item of each batch starts a worker. If the maximum number of workers is running, one of them takes
      // the waiting items.
      if (this.waiting.length % MAX_SIZE !== 1 || this.running === MAX_CONCURRENT) return;
      this.running++;
      setTimeout(() => void this.workOff(), this.gatherMs);
    });
  }

  private async workOff(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, MAX_SIZE);
      try {
        await this.work(batch.map(({ item }) => item));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.running--;
  }
}
