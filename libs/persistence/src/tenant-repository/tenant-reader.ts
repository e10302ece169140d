import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { QueryFilter } from 'mongoose';
import type { AccountScope } from '../account-scope';
import { isRecord, isRecordBy } from '../refused-requests';
import type { FindOptions, ReaderOptions } from './repository-types';
import { waitFor } from '../request-progress';
import { GatheredReads } from '../gathered-reads';
import { readStored } from '../stored-reads';
import { type Body, type TenantDocument, unreadFields } from '../tenant-document';

/**
 * Reads the documents of one collection, one account at a time. Every method takes a scope and adds the account to the
 * filter, so a query without an account does not compile.
 */
export class TenantReader<Document extends TenantDocument> {
  private readonly projection: Record<string, 0>;
  private readonly single: GatheredReads<Body<Document>>;
  /** Combined reads of single fields, by the names of the fields. */
  private readonly partial = new Map<string, GatheredReads<{ _id: number }>>();

  constructor(private readonly reading: ReaderOptions<Document>) {
    this.projection = { ...unreadFields, revision: 0, ...reading.hiddenFields };
    this.single = new GatheredReads(reading.model, { conditionUnlessById: isRecord, projection: this.projection });
  }

  /**
   * The matching documents, in the order of `orderBy`. Documents that lack the field `orderBy` are
   * left out.
   */
  async find(
    scope: AccountScope,
    filter: QueryFilter<Document>,
    { limit, skip = 0, orderBy = '_id', descending = false, without = [], firstOf = [] }: FindOptions,
  ): Promise<Body<Document>[]> {
    const { model } = this.reading;
    return waitFor(`${model.collection.name}.find`, () =>
      readStored<Body<Document>>(
        model,
        { $and: [isRecordBy(orderBy), filter], user_id: scope.accountId },
        { projection: this.leavingOut(without, firstOf), sort: { [orderBy]: descending ? -1 : 1 }, skip, limit },
      ),
    );
  }

  /** The first matching document, or undefined. Documents of other accounts never match. */
  async findOne(scope: AccountScope, filter: QueryFilter<Document>): Promise<Body<Document> | undefined> {
    const part = `${this.reading.model.collection.name}.findOne`;
    return waitFor(part, () => this.single.readOne(scope.accountId, filter));
  }

  /**
   * Some fields of the matching documents, in the order of `_id`. Hidden fields can also be read.
   */
  async readFields<Field extends keyof Document & string>(
    scope: AccountScope,
    filter: QueryFilter<Document>,
    fields: readonly Field[],
    limit: number,
  ): Promise<(Pick<Document, Field> & { _id: number })[]> {
    return readStored<Pick<Document, Field> & { _id: number }>(
      this.reading.model,
      { $and: [isRecordBy('_id'), filter], user_id: scope.accountId },
      { projection: Object.fromEntries(fields.map((field) => [field, 1])), sort: { _id: 1 }, limit },
    );
  }

  /**
   * Some fields of the documents with these ids, in no particular order. Hidden fields can also be
   * read.
   */
  async readFieldsByIds<Field extends keyof Document & string>(
    scope: AccountScope,
    ids: readonly number[],
    fields: readonly Field[],
  ): Promise<(Pick<Document, Field> & { _id: number })[]> {
    const kind = fields.join(' ');
    let reads = this.partial.get(kind);
    if (!reads) {
      const projection = Object.fromEntries(fields.map((field) => [field, 1 as const]));
      reads = new GatheredReads(this.reading.model, { conditionUnlessById: isRecord, projection });
      this.partial.set(kind, reads);
    }
    return (reads as GatheredReads<Pick<Document, Field> & { _id: number }>).readByIds(scope.accountId, ids);
  }

  /** The documents with these ids, in no particular order. */
  async findByIds(scope: AccountScope, ids: readonly number[]): Promise<Body<Document>[]> {
    const part = `${this.reading.model.collection.name}.find`;
    return waitFor(part, () => this.single.readByIds(scope.accountId, ids));
  }

  /** Like findOne. @throws ApiError not_found if this account has no matching document. */
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
