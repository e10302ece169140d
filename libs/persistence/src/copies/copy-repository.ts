import type { Model, QueryFilter } from 'mongoose';
import type { FindOptions } from '../tenant-repository/repository-types';
import type { AccountScope } from '../account-scope';
import { readOneStored, readStored } from '../stored-reads';
import { idOf } from '../together';
import { type CopyBody, type CopyDocument, unreadCopyFields } from './copy-document';
import { ResyncFloors } from './resync-floors';

/** Reads copies of one entity type, one account at a time. Reads never return tombstones. */
export class CopyRepository<Copy extends CopyDocument> {
  /** The lowest valid generation of each account, raised at the end of each resync. */
  readonly floors: ResyncFloors;

  /** @param model for code that writes copies. Reads through it return tombstones too. */
  constructor(readonly model: Model<Copy>) {
    this.floors = new ResyncFloors(model.db, model.collection.collectionName);
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
    const id = idOf(filter);
    if (scope.together && id !== undefined) {
      const read = (ids: number[]) => this.find(scope, { _id: { $in: ids } }, { limit: ids.length });
      return scope.together.findById<CopyBody<Copy>>(`${this.model.collection.collectionName}.findById`, id, read);
    }
    return readOneStored(this.model, this.living(scope, filter), unreadCopyFields);
  }

  private living(scope: AccountScope, filter: QueryFilter<Copy>): QueryFilter<Copy> {
    return { $and: [filter, { user_id: scope.accountId, deleted_utc: { $exists: false } }] };
  }
}
