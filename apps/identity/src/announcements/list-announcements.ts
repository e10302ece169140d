import type { Announcement, AnnouncementQuery } from '@keyhaven/contracts/identity/announcements';
import { buildPage, keyDecides, type Page } from '@keyhaven/contracts/shared/paging';
import type { AnnouncementDocument } from '../store/announcement.model';
import { presentAnnouncement } from '../store/announcement.model';
import type { IdentityStore } from '../store/identity-store';

/** Lists announcements, newest first. */
export async function listAnnouncements(
  store: IdentityStore,
  query: AnnouncementQuery,
  url: string,
): Promise<Page<Announcement>> {
  const { limit, offset, after_id, topic } = query;
  const after = after_id !== undefined && keyDecides(query) ? await findPlace(store, after_id) : undefined;
  const found = await readAnnouncements(store, {
    filter: { ...(topic ? { topic } : {}), ...after },
    skip: after ? 0 : offset,
    limit: limit + 1,
  });
  return buildPage(found.map(presentAnnouncement), query, url, (shown) => shown);
}

/** Reads announcements, newest first. */
export function readAnnouncements(
  { announcementModel }: IdentityStore,
  { filter, skip, limit }: { filter: object; skip: number; limit: number },
): Promise<AnnouncementDocument[]> {
  return announcementModel
    .find(filter)
    .sort({ published_utc: -1, _id: -1 })
    .skip(skip)
    .limit(limit)
    .lean<AnnouncementDocument[]>();
}

/**
 * Returns a filter for the announcements that follow this announcement in the list. Returns undefined if there is no
 * announcement with this id.
 */
async function findPlace({ announcementModel }: IdentityStore, id: number): Promise<object | undefined> {
  const last = await announcementModel.findById(id, { published_utc: 1 }).lean<AnnouncementDocument>();
  if (!last) return undefined;
  const { published_utc } = last;
  return { $or: [{ published_utc: { $lt: published_utc } }, { published_utc, _id: { $lt: id } }] };
}
