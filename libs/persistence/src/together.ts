interface Call<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** Answers gathered calls, in their order. */
type AnswerAll<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>;

/** Gathers the calls of one turn of the event loop, and answers them with one call. */
class Gathering<Item, Result> {
  private calls: Call<Item, Result>[] = [];

  constructor(private readonly answerAll: AnswerAll<Item, Result>) {}

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.calls.push({ item, resolve, reject });
      if (this.calls.length === 1) setImmediate(() => void this.send());
    });
  }

  private async send(): Promise<void> {
    const { calls } = this;
    this.calls = [];
    try {
      const results = await this.answerAll(calls.map(({ item }) => item));
      for (const [index, { resolve }] of calls.entries()) resolve(results[index]!);
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  }
}

/**
 * The creations of one account that run at the same time: the lines of an import. Each runs the code of a single creation;
 * the reads and writes that they make in the same moment are sent to the database as one.
 */
export class Together {
  private readonly gatherings = new Map<string, unknown>();
  /** Idempotency keys of creations that an earlier import carried out. */
  readonly repeated = new Set<string>();

  /** @param kind names the call: calls with the same name are answered by the same function. */
  gather<Item, Result>(kind: string, item: Item, answerAll: AnswerAll<Item, Result>): Promise<Result> {
    let gathering = this.gatherings.get(kind) as Gathering<Item, Result> | undefined;
    if (!gathering) {
      gathering = new Gathering(answerAll);
      this.gatherings.set(kind, gathering);
    }
    return gathering.add(item);
  }

  /** One of the records that `read` finds by id; calls of the same kind share one read. */
  findById<Found extends { _id: number }>(
    kind: string,
    id: number,
    read: (ids: number[]) => Promise<Found[]>,
  ): Promise<Found | undefined> {
    return this.gather(kind, id, async (ids: readonly number[]) => {
      const found = new Map((await read([...new Set(ids)])).map((record) => [record._id, record]));
      return ids.map((wanted) => found.get(wanted));
    });
  }
}

/** The id that a filter asks for, if it asks for nothing else. */
export function idOf(filter: object): number | undefined {
  const { _id, ...rest } = filter as { _id?: unknown };
  return typeof _id === 'number' && Object.keys(rest).length === 0 ? _id : undefined;
}
