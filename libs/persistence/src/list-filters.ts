import { keyDecides, type Paging } from '@keyhaven/contracts/shared/paging';
import type { QueryFilter } from 'mongoose';
import { KEPT_DELETED_MS } from './purge-deleted';
import type { TenantDocument } from './tenant-document';

/**
 * Changes up to this long before the requested time are included, in milliseconds, because clocks
 * differ and writes take time.
 */
const OVERLAP_MS = 5000;

/**
 * The filter for records that changed after a time of the database's clock, or at most OVERLAP_MS
 * before this time.
 */
export function changedSince<Document extends TenantDocument>(
  path: string,
  since: Date | undefined,
): QueryFilter<Document> {
  if (!since) return {};
  return { [path]: { $gte: new Date(since.getTime() - OVERLAP_MS) } };
}

/** The filter for active or inactive records. `all` or undefined matches both. */
export function activeFilter(active: boolean | 'all' | undefined): { active?: boolean } {
  return active === undefined || active === 'all' ? {} : { active };
}

/**
 * The filter for records that are not deleted. With include_deleted it also matches records that
 * were deleted in the last 90 days.
 * @param path the path of the time of deletion. This time is absent or null while a record is not
 *   deleted.
 */
export function deletedFilter<Document extends TenantDocument>(
  path: string,
  includeDeleted: boolean,
): QueryFilter<Document> {
  const isThere = { [path]: null };
  const filter = includeDeleted
    ? { $or: [isThere, { [path]: { $gte: new Date(Date.now() - KEPT_DELETED_MS) } }] }
    : isThere;
  return filter;
}

type PagePosition = Pick<Paging, 'after_id' | 'after_offset' | 'offset'>;

/**
 * The id after which the page starts, if the client follows next_page_url. Undefined if the client
 * sent an offset.
 */
export function pageKey(paging: PagePosition): number | undefined {
  return keyDecides(paging) ? paging.after_id : undefined;
}

/**
 * The filter for records after the last id of the previous page. Matches all records if the client
 * sent an offset.
 */
export function pageFilter<Document extends TenantDocument>(path: string, paging: PagePosition): QueryFilter<Document> {
  const key = pageKey(paging);
  return key === undefined ? {} : { [path]: { $gt: key } };
}

/**
 * How many records to skip: the offset that the client sent, or 0 if the client follows
 * next_page_url.
 */
export function pageSkip(paging: PagePosition): number {
  return pageKey(paging) === undefined ? paging.offset : 0;
}
