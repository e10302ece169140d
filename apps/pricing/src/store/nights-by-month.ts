import { isDeepStrictEqual } from 'node:util';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { isDuplicateKey } from '@keyhaven/persistence/duplicate-key';
import { type Connection, type Model, Schema } from 'mongoose';

/** What is stored of one night. */
export interface NightRow {
  date: string;
}

/** The nights of one property and month of which something is stored, ordered by date. */
export interface MonthDocument<Night extends NightRow> {
  _id: string;
  user_id: number;
  property_id: number;
  /** yyyy-mm */
  month: string;
  /** Raised by every write; writes are conditional on it. */
  revision: number;
  nights: Night[];
}

/** A property's month. */
export interface MonthKey {
  propertyId: number;
  month: string;
}

/** How many months one write of the database takes. */
const BATCH = 500;

export function monthModel<Night extends NightRow>(
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
    // The months of these properties, and their nights in the order of property and date.
    .index({ user_id: 1, property_id: 1, month: 1 }, { unique: true });
  return connection.model<MonthDocument<Night>>(name, schema);
}

/**
 * What is stored night by night, a document for each property and month: a year of a property is twelve documents to
 * read, not 365. Every query takes the account.
 */
export class MonthRows<Night extends NightRow> {
  constructor(readonly model: Model<MonthDocument<Night>>) {}

  /** The months of these properties from one to another, both included, by property and month. */
  async find(
    scope: AccountScope,
    propertyIds: readonly number[],
    fromMonth: string,
    toMonth: string,
  ): Promise<MonthDocument<Night>[]> {
    if (fromMonth > toMonth) return [];
    const filter = {
      user_id: scope.accountId,
      property_id: { $in: [...propertyIds] },
      month: { $gte: fromMonth, $lte: toMonth },
    };
    return await this.model.find(filter as never).lean();
  }

  /**
   * Changes the nights of months, each on condition that nobody else wrote it meanwhile; those that were written are
   * decided anew.
   * @param decide the next nights; repeated on its own answer it must change nothing more.
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

  /** Answers how many months had to be written: none when all are as decided. */
  private async tryChange(
    scope: AccountScope,
    keys: readonly MonthKey[],
    decide: (key: MonthKey, nights: readonly Night[]) => Night[],
  ): Promise<number> {
    const idOf = ({ propertyId, month }: MonthKey) => `${scope.accountId}/${propertyId}/${month}`;
    const filter = { _id: { $in: keys.map(idOf) }, user_id: scope.accountId };
    const stored = (await this.model.find(filter as never).lean()) as MonthDocument<Night>[];
    const byId = new Map(stored.map((month) => [month._id, month]));
    const writes = keys.flatMap((key) => {
      const present = byId.get(idOf(key));
      const nights = decide(key, present?.nights ?? []).sort((a, b) => (a.date < b.date ? -1 : 1));
      if (isDeepStrictEqual(nights, present?.nights ?? [])) return [];
      const condition = { _id: idOf(key), user_id: scope.accountId, revision: present?.revision ?? { $exists: false } };
      const fields = { property_id: key.propertyId, month: key.month, nights, revision: (present?.revision ?? 0) + 1 };
      return [{ updateOne: { filter: condition, update: { $set: fields }, upsert: !present } }];
    });
    if (writes.length === 0) return 0;
    try {
      await this.model.bulkWrite(writes as never, { ordered: false, strict: false });
    } catch (error) {
      // Another process made a month meanwhile: the next attempt reads it.
      if (!isDuplicateKey(error)) throw error;
    }
    return writes.length;
  }
}

/** The month, yyyy-mm, of a date. */
export function monthOf(date: string): string {
  return date.slice(0, 'yyyy-mm'.length);
}
