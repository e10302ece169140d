interface Call<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** Returns the results of several calls, in the order of the calls. */
type AnswerAll<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>;

/**
 * Collects the calls that are made in the same turn of the event loop, and answers all calls of the
 * same kind together.
 */
export class Gathering {
  private readonly waiting = new Map<string, Call<unknown, unknown>[]>();
  private readonly running = new Set<string>();

  /**
   * @param isSerial whether calls of a kind are also collected until the previous batch of this
   *   kind has ended.
   */
  constructor(private readonly isSerial = false) {}

  /**
   * @param kind the kind of the call. Calls of the same kind are answered together, by the same
   *   function.
   */
  gather<Item, Result>(kind: string, item: Item, answerAll: AnswerAll<Item, Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const call = { item, resolve, reject } as Call<unknown, unknown>;
      const calls = this.waiting.get(kind);
      if (calls) return void calls.push(call);
      this.waiting.set(kind, [call]);
      if (!this.running.has(kind)) setImmediate(() => void this.send(kind, answerAll as AnswerAll<unknown, unknown>));
    });
  }

  private async send(kind: string, answerAll: AnswerAll<unknown, unknown>): Promise<void> {
    const calls = this.waiting.get(kind)!;
    this.waiting.delete(kind);
    if (this.isSerial) this.running.add(kind);
    try {
      const results = await answerAll(calls.map(({ item }) => item));
      for (const [index, { resolve }] of calls.entries()) resolve(results[index]);
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
    this.running.delete(kind);
    if (this.isSerial && this.waiting.has(kind)) void this.send(kind, answerAll);
  }
}
