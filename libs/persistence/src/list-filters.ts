import { keyDecides, type Paging } from '@keyhaven/contracts/shared/paging';
import type { QueryFilter } from 'mongoose';
import { KEPT_DELETED_MS } from './purge-deleted';
import type { TenantDocument } from './tenant-document';

/** A reader may ask with a time that its clock or a write in flight had a little later: these seconds are answered too. */
const OVERLAP_MS = 5000;

/** What changed at or after an instant, by the database's clock. */
export function changedSince<Document extends TenantDocument>(
  path: string,
  since: Date | undefined,
): QueryFilter<Document> {
  if (!since) return {};
  return { [path]: { $gte: new Date(since.getTime() - OVERLAP_MS) } };
}

/** The records that are active, or are not: all when that is asked for, or nothing is. */
export function activeFilter(active: boolean | 'all' | undefined): { active?: boolean } {
  return active === undefined || active === 'all' ? {} : { active };
}

/**
 * The records that are not deleted; with include_deleted those too that were deleted in the last 90 days.
 * @param path where the time of deletion stands; absent or null while the record is not deleted.
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

/** The id behind which the page starts, for readers who follow next_page_url; undefined for those who count. */
export function pageKey(paging: Place): number | undefined {
  return keyDecides(paging) ? paging.after_id : undefined;
}

/** Where the page starts: behind the last id of the page before, for readers who follow next_page_url. */
export function pageFilter<Document extends TenantDocument>(path: string, paging: Place): QueryFilter<Document> {
  const key = pageKey(paging);
  return key === undefined ? {} : { [path]: { $gt: key } };
}

/** How many records are skipped: none for readers who follow next_page_url, the offset for those who count. */
export function pageSkip(paging: Place): number {
  return pageKey(paging) === undefined ? paging.offset : 0;
}
