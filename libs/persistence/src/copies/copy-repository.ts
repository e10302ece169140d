import type { Model, QueryFilter } from 'mongoose';
import type { FindOptions } from '../repository-types';
import type { AccountScope } from '../account-scope';
import { idOf } from '../together';
import { type CopyBody, type CopyDocument, unreadCopyFields } from './copy-document';
import { ResyncFloors } from './resync-floors';

/** The copies of one entity type of another service, one account at a time. Reads never return tombstones. */
export class CopyRepository<Copy extends CopyDocument> {
  /** The lowest valid generation of each account, from resyncs that ended. */
  readonly floors: ResyncFloors;

  /** @param model for code that writes copies; reads through it see tombstones too. */
  constructor(readonly model: Model<Copy>) {
    this.floors = new ResyncFloors(model.db, model.collection.collectionName);
  }

  /** The matching copies, lean, ordered by `orderBy` ascending, after skipping `skip`. */
  async find(
    scope: AccountScope,
    filter: QueryFilter<Copy>,
    { limit, skip = 0, orderBy = '_id', without = [] }: FindOptions,
  ): Promise<CopyBody<Copy>[]> {
    const projection = { ...unreadCopyFields, ...Object.fromEntries(without.map((path) => [path, 0])) };
    const found = await this.model
      .find(this.living(scope, filter), projection)
      .sort({ [orderBy]: 1 })
      .skip(skip)
      .limit(limit)
      .batchSize(limit)
      .lean<CopyBody<Copy>[]>();
    return found;
  }

  /** The one matching copy, or undefined. */
  async findOne(scope: AccountScope, filter: QueryFilter<Copy>): Promise<CopyBody<Copy> | undefined> {
    const id = idOf(filter);
    if (scope.together && id !== undefined) {
      const read = (ids: number[]) => this.find(scope, { _id: { $in: ids } }, { limit: ids.length });
      return scope.together.findById<CopyBody<Copy>>(`${this.model.collection.collectionName}.findById`, id, read);
    }
    const found = await this.model.findOne(this.living(scope, filter), unreadCopyFields).lean<CopyBody<Copy>>();
    return found ?? undefined;
  }

  private living(scope: AccountScope, filter: QueryFilter<Copy>): QueryFilter<Copy> {
    return { $and: [filter, { user_id: scope.accountId, deleted_utc: { $exists: false } }] };
  }
}
