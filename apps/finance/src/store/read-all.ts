import type { TenantRepository } from '@keyhaven/persistence/tenant-repository/tenant-repository';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { Body, TenantDocument } from '@keyhaven/persistence/tenant-document';
import type { QueryFilter } from 'mongoose';

/** How many documents one query reads. */
const PAGE = 1000;

/**
 * The method that repositories and copies share. It returns documents ordered by id, at most
 * `limit`.
 */
interface Readable<Found extends { _id: number }, Filter> {
  find(scope: AccountScope, filter: Filter, options: { limit: number }): Promise<Found[]>;
}

/** Reads all matching documents, ordered by id, one page at a time. */
export async function readAll<Document extends TenantDocument>(
  records: TenantRepository<Document>,
  scope: AccountScope,
  filter: QueryFilter<Document>,
): Promise<Body<Document>[]> {
  return readPages<Body<Document>, QueryFilter<Document>>(records, scope, (afterId) => ({
    $and: [filter, { _id: { $gt: afterId } }],
  }));
}

/**
 * Reads page by page. `behind` returns the filter for documents with ids greater than `afterId`.
 */
export async function readPages<Found extends { _id: number }, Filter>(
  source: Readable<Found, Filter>,
  scope: AccountScope,
  behind: (afterId: number) => Filter,
): Promise<Found[]> {
  const all: Found[] = [];
  for (let afterId = 0; ;) {
    const page = await source.find(scope, behind(afterId), { limit: PAGE });
    all.push(...page);
    if (page.length < PAGE) return all;
    afterId = page[page.length - 1]!._id;
  }
}
