import type { Announcement, AnnouncementCreation } from '@keyhaven/contracts/identity/announcements';
import { isDuplicateKey } from '@keyhaven/persistence/duplicate-key';
import { keyReused } from '@keyhaven/persistence/idempotency';
import type { RequestContext } from '@keyhaven/service/http/mount-contract';
import type { AnnouncementDocument } from '../store/announcement.model';
import { presentAnnouncement } from '../store/announcement.model';
import type { IdentityStore } from '../store/identity-store';

/**
 * Publishes an announcement, and marks it so that the worker sends e-mails to the subscribers. A repeated request with
 * the same Idempotency-Key returns the announcement of the first request.
 * @throws ApiError idempotency_key_reused.
 */
export async function publishAnnouncement(
  { announcementModel, ids, isMailing }: IdentityStore,
  { idempotency }: RequestContext,
  { published_utc = new Date(), ...content }: AnnouncementCreation,
): Promise<Announcement> {
  const request = idempotency && { key: idempotency.key, hash: idempotency.requestHash };
  const document: AnnouncementDocument = {
    ...content,
    _id: await ids.next('announcement'),
    published_utc,
    ...(request ? { request } : {}),
    ...(isMailing ? { mailed_up_to: 0 } : {}),
  };
  try {
    await announcementModel.db.collection<AnnouncementDocument>(announcementModel.collection.name).insertOne(document);
    return presentAnnouncement(document);
  } catch (error) {
    if (!request || !isDuplicateKey(error)) throw error;
    const first = await announcementModel.findOne({ 'request.key': request.key }).lean<AnnouncementDocument>();
    if (first?.request?.hash !== request.hash) throw keyReused();
    return presentAnnouncement(first);
  }
}
