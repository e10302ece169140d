import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { QueryFilter } from 'mongoose';
import type { AccountScope } from '../account-scope';
import { isRecord, isRecordById } from '../refused-requests';
import type { FindOptions, ReaderOptions } from './repository-types';
import { waitFor } from '../request-progress';
import { readOneStored, readStored } from '../stored-reads';
import { idOf } from '../together';
import { type Body, type TenantDocument, unreadFields } from '../tenant-document';

/**
 * Reads the documents of one collection, one account at a time. Every method takes a scope and adds the account to the
 * filter, so a query without an account does not compile.
 */
export class TenantReader<Document extends TenantDocument> {
  private readonly projection: Record<string, 0>;

  constructor(private readonly reading: ReaderOptions<Document>) {
    this.projection = { ...unreadFields, revision: 0, ...reading.hiddenFields };
  }

  /** The matching documents, in the order of `orderBy`. */
  async find(
    scope: AccountScope,
    filter: QueryFilter<Document>,
    { limit, skip = 0, orderBy = '_id', descending = false, without = [], firstOf = [] }: FindOptions,
  ): Promise<Body<Document>[]> {
    const { model } = this.reading;
    return waitFor(`${model.collection.name}.find`, () =>
      readStored<Body<Document>>(
        model,
        { ...(orderBy === '_id' ? isRecordById : isRecord), ...filter, user_id: scope.accountId },
        { projection: this.leavingOut(without, firstOf), sort: { [orderBy]: descending ? -1 : 1 }, skip, limit },
      ),
    );
  }

  /** The first matching document, or undefined. Documents of other accounts never match. */
  async findOne(scope: AccountScope, filter: QueryFilter<Document>): Promise<Body<Document> | undefined> {
    const { model } = this.reading;
    const id = idOf(filter);
    if (scope.together && id !== undefined) {
      const read = (ids: number[]) => this.find(scope, { _id: { $in: ids } }, { limit: ids.length });
      return scope.together.findById<Body<Document>>(`${model.collection.name}.findById`, id, read);
    }
    return waitFor(`${model.collection.name}.findOne`, () =>
      readOneStored<Body<Document>>(model, { ...isRecord, ...filter, user_id: scope.accountId }, this.projection),
    );
  }

  /** Some fields of the matching documents, in the order of `_id`. Hidden fields can be read too. */
  async readFields<Field extends keyof Document & string>(
    scope: AccountScope,
    filter: QueryFilter<Document>,
    fields: readonly Field[],
    limit: number,
  ): Promise<(Pick<Document, Field> & { _id: number })[]> {
    return readStored<Pick<Document, Field> & { _id: number }>(
      this.reading.model,
      { ...isRecordById, ...filter, user_id: scope.accountId },
      { projection: Object.fromEntries(fields.map((field) => [field, 1])), sort: { _id: 1 }, limit },
    );
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

  /** Like findOne. @throws ApiError not_found when this account has no such document. */
  async get(scope: AccountScope, filter: QueryFilter<Document>, what = this.reading.noun): Promise<Body<Document>> {
    const found = await this.findOne(scope, filter);
    if (!found) throw new ApiError('not_found', `${what} with this id does not exist`);
    return found;
  }

  private leavingOut(paths: readonly string[], firstOf: readonly string[]): Record<string, unknown> {
    if (paths.length === 0 && firstOf.length === 0) return this.projection;
    return {
      ...this.projection,
      ...Object.fromEntries(paths.map((path) => [path, 0])),
      ...Object.fromEntries(firstOf.map((path) => [path, { $slice: 1 }])),
    };
  }
}
