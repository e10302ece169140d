interface Call<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** Returns the results of several calls, in the order of the calls. */
type AnswerAll<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>;

/** Collects the calls of one turn of the event loop, and makes one call for all of them. */
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
 * Combines the database calls of an import, whose lines are created at the same time. Each line runs the same code as a
 * request that creates one record. Calls that the lines make in the same turn of the event loop are sent to the database
 * as one.
 */
export class Together {
  private readonly gatherings = new Map<string, unknown>();
  /** The Idempotency-Keys of lines whose records were already created by an earlier import. */
  readonly repeated = new Set<string>();

  /** @param kind the name of the call. Calls of the same name are answered together by the same function. */
  gather<Item, Result>(kind: string, item: Item, answerAll: AnswerAll<Item, Result>): Promise<Result> {
    let gathering = this.gatherings.get(kind) as Gathering<Item, Result> | undefined;
    if (!gathering) {
      gathering = new Gathering(answerAll);
      this.gatherings.set(kind, gathering);
    }
    return gathering.add(item);
  }

  /** Finds one of the records that `read` loads by id. Calls of the same kind share one read. */
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

/** The id in a filter that consists of nothing else. Undefined for other filters. */
export function idOf(filter: object): number | undefined {
  const { _id, ...rest } = filter as { _id?: unknown };
  return typeof _id === 'number' && Object.keys(rest).length === 0 ? _id : undefined;
}
