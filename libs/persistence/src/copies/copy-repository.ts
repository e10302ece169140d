import type { Model, QueryFilter } from 'mongoose';
import type { FindOptions } from '../tenant-repository/repository-types';
import type { AccountScope } from '../account-scope';
import { GatheredReads } from '../gathered-reads';
import { Gathering } from '../gathering';
import { genericFilter } from '../generic-filter';
import { readStored } from '../stored-reads';
import { type CopyBody, type CopyDocument, unreadCopyFields } from './copy-document';
import { ResyncFloors } from './resync-floors';
import { type ConditionalCopyWrite, writeCopies, type WrittenCopy } from './write-copies';

/**
 * Reads copies of one entity type, one account at a time, and writes single copies. Only
 * `findStored` returns tombstones.
 */
export class CopyRepository<Copy extends CopyDocument> {
  /** The lowest valid generation of each account. The end of a resync increases it. */
  readonly floors: ResyncFloors;
  private readonly single: GatheredReads<CopyBody<Copy>>;
  private readonly stored: GatheredReads<Copy>;
  private readonly gathering = new Gathering();

  /** @param model the mongoose model of the copies. Reads through it return tombstones too. */
  constructor(readonly model: Model<Copy>) {
    this.floors = new ResyncFloors(model.db, model.collection.collectionName);
    const condition = { deleted_utc: { $exists: false } };
    this.single = new GatheredReads(model, { condition, projection: unreadCopyFields });
    this.stored = new GatheredReads(model, { condition: {}, projection: {} });
  }

  /** The matching copies, in ascending order of `orderBy`. */
  async find(
    scope: AccountScope,
    filter: QueryFilter<Copy>,
    { limit, skip = 0, orderBy = '_id', without = [] }: FindOptions,
  ): Promise<CopyBody<Copy>[]> {
    const projection = { ...unreadCopyFields, ...Object.fromEntries(without.map((path) => [path, 0])) };
    return readStored(this.model, this.living(scope, filter), { projection, sort: { [orderBy]: 1 }, skip, limit });
  }

  /** The first matching copy, or undefined. */
  async findOne(scope: AccountScope, filter: QueryFilter<Copy>): Promise<CopyBody<Copy> | undefined> {
    return this.single.readOne(scope.accountId, filter);
  }

  /** The copy of a record as it is stored. It may be a tombstone. */
  async findStored(scope: AccountScope, id: number): Promise<Copy | undefined> {
    return this.stored.readOne(scope.accountId, { _id: id });
  }

  /** Writes a copy unless the stored one is newer. Concurrent calls for different copies share one command. */
  write(write: ConditionalCopyWrite): Promise<WrittenCopy<Copy>> {
    return this.gathering.gather('write', write, (writes: readonly ConditionalCopyWrite[]) =>
      writeCopies(this.model, writes),
    );
  }

  /**
   * Records that the follow-up work of a change is done. If a later change was written in the
   * meantime, nothing is recorded, and the follow-up work of the later change receives the earlier
   * states of both changes. Concurrent calls share one command.
   */
  endFollowUp(of: Pick<CopyDocument, '_id' | 'user_id' | 'generation' | 'version'>): Promise<void> {
    return this.gathering.gather('endFollowUp', of, async (ended) => {
      const update = { $unset: { follow_up: 1 } };
      const operations = ended.map((filter) => ({ updateOne: { filter: genericFilter(filter), update } }));
      await this.model.collection.bulkWrite(operations, { ordered: false });
      return ended.map(() => undefined);
    });
  }

  private living(scope: AccountScope, filter: QueryFilter<Copy>): QueryFilter<Copy> {
    return { $and: [filter, { user_id: scope.accountId, deleted_utc: { $exists: false } }] };
  }
}
