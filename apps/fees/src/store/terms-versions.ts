import { randomUUID } from 'node:crypto';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { isDuplicateKey } from '@keyhaven/persistence/duplicate-key';
import type { JobRequest } from '@keyhaven/persistence/plan-change';
import { SharedReads } from '@keyhaven/persistence/shared-reads';
import { readOneStored } from '@keyhaven/persistence/stored-reads';
import { type Connection, type Model, Schema } from 'mongoose';
import { isDeepStrictEqual } from 'node:util';
import { job } from '../jobs';

interface TermsVersion {
  /** The id of the account. */
  _id: number;
  /** A random id, replaced after every change of a surcharge, discount or tax of the account. */
  version: string;
}

/**
 * The versions of the surcharges, discounts and taxes of each account. Read the version before the
 * terms: the terms are then at least as new as the version.
 */
export class TermsVersions {
  private readonly model: Model<TermsVersion>;
  private readonly reads = new SharedReads<TermsVersion | undefined>('terms_versions.findOne');

  /**
   * @param isUsed whether writes replace the version, and whether terms are cached. The first release does not
   *   replace the version, so this must be false while processes of that release may run.
   */
  constructor(
    connection: Connection,
    readonly isUsed: boolean,
  ) {
    const schema = new Schema<TermsVersion>(
      { _id: Number, version: String },
      { collection: 'terms_versions', versionKey: false },
    );
    this.model = connection.model<TermsVersion>('TermsVersion', schema);
  }

  /** The version of an account's terms. Undefined until the account has its first definition or tax. */
  async read({ accountId }: AccountScope): Promise<string | undefined> {
    const read = () => readOneStored<TermsVersion>(this.model, { _id: accountId });
    return (await this.reads.read(String(accountId), read))?.version;
  }

  /**
   * Returns what a repository needs to store `after`. If `after` differs from `before`, the result includes a job that
   * replaces the version of the account's terms.
   */
  change<Body>(after: Body, before?: object): { after: Body; jobs: JobRequest[] } {
    const isChange = this.isUsed && !isDeepStrictEqual(after, before);
    return { after, jobs: isChange ? [job('renew_terms_version', {})] : [] };
  }

  /** Replaces the version. */
  async renew({ accountId }: AccountScope): Promise<void> {
    const update = { $set: { version: randomUUID() } };
    const write = () => this.model.collection.updateOne({ _id: accountId }, update, { upsert: true });
    await write().catch((error: unknown) => {
      // Another process inserted the same document at the same time.
      if (!isDuplicateKey(error)) throw error;
      return write();
    });
  }
}
