import { isDeepStrictEqual } from 'node:util';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { isDuplicateKey } from '@keyhaven/persistence/duplicate-key';
import { genericFilter } from '@keyhaven/persistence/generic-filter';
import { readStored } from '@keyhaven/persistence/stored-reads';
import { type Connection, type Model, Schema } from 'mongoose';

export interface StoredNight {
  date: string;
}

/** The stored nights of one property in one month, ordered by date. */
export interface MonthDocument<Night extends StoredNight> {
  _id: string;
  user_id: number;
  property_id: number;
  /** In the form yyyy-mm. */
  month: string;
  /** Every write increments the revision. A write fails if the revision has changed since the month was read. */
  revision: number;
  nights: Night[];
}

export interface MonthKey {
  propertyId: number;
  month: string;
}

/** The maximum number of months in one bulk write. */
const BATCH = 500;

export function monthModel<Night extends StoredNight>(
  connection: Connection,
  name: string,
  collection: string,
): Model<MonthDocument<Night>> {
  const schema = new Schema<MonthDocument<Night>>(
    {
      _id: String,
      user_id: Number,
      property_id: Number,
      month: String,
      revision: Number,
      nights: [Schema.Types.Mixed],
    },
    { collection, versionKey: false, minimize: false },
  )
    // Serves the query for the months of some properties, ordered by property and month.
    .index({ user_id: 1, property_id: 1, month: 1 }, { unique: true });
  return connection.model<MonthDocument<Night>>(name, schema);
}

/**
 * Stores nights in one document per property and month: a year of a property is 12 documents instead of 365. Every
 * query filters by account.
 */
export class NightsByMonth<Night extends StoredNight> {
  constructor(readonly model: Model<MonthDocument<Night>>) {}

  /** Returns the documents of some properties from one month to another, both included. */
  async find(
    scope: AccountScope,
    propertyIds: readonly number[],
    fromMonth: string,
    toMonth: string,
  ): Promise<MonthDocument<Night>[]> {
    if (fromMonth > toMonth) return [];
    const filter = genericFilter<MonthDocument<Night>>({
      user_id: scope.accountId,
      property_id: { $in: [...propertyIds] },
      month: { $gte: fromMonth, $lte: toMonth },
    });
    return readStored(this.model, filter);
  }

  /**
   * Changes the nights of the given months. If another process writes a month concurrently, the
   * month is read again and `decide` runs again.
   * @param decide a function that returns the new nights. It must be idempotent: when it gets its
   * own result, it returns the same nights.
   */
  async change(
    scope: AccountScope,
    keys: readonly MonthKey[],
    decide: (key: MonthKey, nights: readonly Night[]) => Night[],
  ): Promise<void> {
    for (let at = 0; at < keys.length; at += BATCH) {
      const batch = keys.slice(at, at + BATCH);
      while ((await this.tryChange(scope, batch, decide)) > 0);
    }
  }

  /** Returns how many months it has tried to write; 0 if no month needs a change. */
  private async tryChange(
    scope: AccountScope,
    keys: readonly MonthKey[],
    decide: (key: MonthKey, nights: readonly Night[]) => Night[],
  ): Promise<number> {
    const idOf = ({ propertyId, month }: MonthKey) => `${scope.accountId}/${propertyId}/${month}`;
    const filter = genericFilter<MonthDocument<Night>>({ _id: { $in: keys.map(idOf) }, user_id: scope.accountId });
    const stored = await readStored<MonthDocument<Night>>(this.model, filter);
    const byId = new Map(stored.map((month) => [month._id, month]));
    const writes = keys.flatMap((key) => {
      const present = byId.get(idOf(key));
      const nights = decide(key, present?.nights ?? []).sort((a, b) => (a.date < b.date ? -1 : 1));
      if (isDeepStrictEqual(nights, present?.nights ?? [])) return [];
      const condition = { _id: idOf(key), user_id: scope.accountId, revision: present?.revision ?? { $exists: false } };
      const fields = { property_id: key.propertyId, month: key.month, nights, revision: (present?.revision ?? 0) + 1 };
      return [
        {
          updateOne: {
            filter: genericFilter<MonthDocument<Night>>(condition),
            update: { $set: fields },
            upsert: !present,
          },
        },
      ];
    });
    if (writes.length === 0) return 0;
    try {
      await this.model.bulkWrite(writes, { ordered: false, strict: false });
    } catch (error) {
      // Another process created a month concurrently. The next attempt reads it.
      if (!isDuplicateKey(error)) throw error;
    }
    return writes.length;
  }
}

/** The month (yyyy-mm) of a date. */
export function monthOf(date: string): string {
  return date.slice(0, 'yyyy-mm'.length);
}
