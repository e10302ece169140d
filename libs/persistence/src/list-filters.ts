import { keyDecides, type Paging } from '@keyhaven/contracts/shared/paging';
import type { QueryFilter } from 'mongoose';
import { KEPT_DELETED_MS } from './purge-deleted';
import type { TenantDocument } from './tenant-document';

/**
 * Changes from this long before the requested time are included, in milliseconds: clocks differ, and writes take time.
 */
const OVERLAP_MS = 5000;

/** The filter for records that changed at or after a time, by the database's clock. */
export function changedSince<Document extends TenantDocument>(
  path: string,
  since: Date | undefined,
): QueryFilter<Document> {
  if (!since) return {};
  return { [path]: { $gte: new Date(since.getTime() - OVERLAP_MS) } };
}

/** The filter for active or inactive records; for `all` and by default it matches both. */
export function activeFilter(active: boolean | 'all' | undefined): { active?: boolean } {
  return active === undefined || active === 'all' ? {} : { active };
}

/**
 * The filter for records that are not deleted; with include_deleted also those that were deleted in the last 90 days.
 * @param path the time of deletion, absent or null while the record is not deleted.
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

type Place = Pick<Paging, 'after_id' | 'after_offset' | 'offset'>;

/** The id after which the page starts, for readers who follow next_page_url; undefined with an offset. */
export function pageKey(paging: Place): number | undefined {
  return keyDecides(paging) ? paging.after_id : undefined;
}

/** The filter for where the page starts: after the last id of the previous page, for readers who follow next_page_url. */
export function pageFilter<Document extends TenantDocument>(path: string, paging: Place): QueryFilter<Document> {
  const key = pageKey(paging);
  return key === undefined ? {} : { [path]: { $gt: key } };
}

/** How many records to skip: the offset, if the reader sent one; none for readers who follow next_page_url. */
export function pageSkip(paging: Place): number {
  return pageKey(paging) === undefined ? paging.offset : 0;
}
