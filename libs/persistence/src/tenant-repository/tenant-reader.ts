import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { ProjectionType, QueryFilter } from 'mongoose';
import type { AccountScope } from '../account-scope';
import { isRecord, isRecordById } from '../refused-requests';
import type { FindOptions, ReaderOptions } from '../repository-types';
import { waitFor } from '../request-progress';
import { idOf } from '../together';
import { type Body, type TenantDocument, unreadFields } from '../tenant-document';

/**
 * Reads the documents of one collection, one account at a time. Every method takes the scope and adds the account to the
 * filter, so a query without an account does not compile.
 */
export class TenantReader<Document extends TenantDocument> {
  private readonly projection: ProjectionType<Document>;

  constructor(private readonly reading: ReaderOptions<Document>) {
    this.projection = { ...unreadFields, revision: 0, ...reading.hiddenFields };
  }

  /** The matching documents, lean and in order, after skipping `skip`. */
  async find(
    scope: AccountScope,
    filter: QueryFilter<Document>,
    { limit, skip = 0, orderBy = '_id', descending = false, without = [], firstOf = [] }: FindOptions,
  ): Promise<Body<Document>[]> {
    const { model } = this.reading;
    return waitFor(`${model.collection.name}.find`, () =>
      model
        .find(
          { ...(orderBy === '_id' ? isRecordById : isRecord), ...filter, user_id: scope.accountId },
          this.leavingOut(without, firstOf),
        )
        .sort({ [orderBy]: descending ? -1 : 1 })
        .skip(skip)
        .limit(limit)
        // Otherwise everything after the first 101 documents is a second call.
        .batchSize(limit)
        .lean<Body<Document>[]>()
        .exec(),
    );
  }

  /** The one matching document, or undefined. A document of another account counts as one that does not exist. */
  async findOne(scope: AccountScope, filter: QueryFilter<Document>): Promise<Body<Document> | undefined> {
    const { model } = this.reading;
    const id = idOf(filter);
    if (scope.together && id !== undefined) {
      const read = (ids: number[]) => this.find(scope, { _id: { $in: ids } }, { limit: ids.length });
      return scope.together.findById<Body<Document>>(`${model.collection.name}.findById`, id, read);
    }
    const found = await waitFor(`${model.collection.name}.findOne`, () =>
      model
        .findOne({ ...isRecord, ...filter, user_id: scope.accountId }, this.projection)
        .lean<Body<Document>>()
        .exec(),
    );
    return found ?? undefined;
  }

  /** Some fields of the matching documents, hidden ones included, ordered by `_id`. */
  async readFields<Field extends keyof Document & string>(
    scope: AccountScope,
    filter: QueryFilter<Document>,
    fields: readonly Field[],
    limit: number,
  ): Promise<(Pick<Document, Field> & { _id: number })[]> {
    return this.reading.model
      .find(
        { ...isRecordById, ...filter, user_id: scope.accountId },
        Object.fromEntries(fields.map((field) => [field, 1])),
      )
      .sort({ _id: 1 })
      .limit(limit)
      .batchSize(limit)
      .lean<(Pick<Document, Field> & { _id: number })[]>();
  }

  /** The documents with these ids, in no particular order. */
  async findByIds(scope: AccountScope, ids: readonly number[]): Promise<Body<Document>[]> {
    if (scope.together) {
      const found = await Promise.all(ids.map((id) => this.findOne(scope, { _id: id })));
      return found.filter((body) => body !== undefined);
    }
    if (ids.length === 0) return [];
    return this.find(scope, { _id: { $in: [...ids] } }, { limit: ids.length });
  }

  /** @throws ApiError not_found when this account has no such document. */
  async get(scope: AccountScope, filter: QueryFilter<Document>, what = this.reading.noun): Promise<Body<Document>> {
    const found = await this.findOne(scope, filter);
    if (!found) throw new ApiError('not_found', `${what} with this id does not exist`);
    return found;
  }

  private leavingOut(paths: readonly string[], firstOf: readonly string[]): ProjectionType<Document> {
    return {
      ...(this.projection as object),
      ...Object.fromEntries(paths.map((path) => [path, 0])),
      ...Object.fromEntries(firstOf.map((path) => [path, { $slice: 1 }])),
    };
  }
}
