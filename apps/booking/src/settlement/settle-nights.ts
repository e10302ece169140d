import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { Logger } from '@keyhaven/service/observability/logger';
import { claimsNights } from '../claims/domain/claim';
import { readClaim } from '../claims/read-claims';
import type { JobArguments } from '../jobs';
import { deriveLinked } from '../linked-availability/derive-linked';
import { linkedTo, type PropertyLink } from '../links/domain/linked-properties';
import { preemptQuotes } from '../quotes/preempt-quotes';
import type { BookingStore } from '../store/booking-store';
import { readLinkSet } from '../store/read-links';
import { handOverNights } from '../waitlist/hand-over-nights';
import { joinWaitlist } from '../waitlist/join-waitlist';
import { secureNights } from './secure-nights';

/**
 * The job that completes the nights of a stay after a write: takes the keys of the current links, joins the waitlist
 * for nights that other stays occupy, and hands over nights that the stay gave up. Safe to repeat at any time.
 * @throws ApiError nights_taken when the write was undone.
 */
export async function settleNights(
  store: BookingStore,
  logger: Logger,
  scope: AccountScope,
  stayId: number,
  { property_id, version, links_revision, always, released }: JobArguments<'settle_nights'>,
  answering: number | undefined,
): Promise<void> {
  const { links, revisions } = await readLinkSet(store, scope, [property_id]);
  const linksChanged = revisions.get(property_id) !== links_revision;
  if (linksChanged || always) {
    await secureNights(store, scope, stayId, answering === undefined ? undefined : { revision: answering, version });
    await joinWaitlist(store, scope, stayId);
    if (linksChanged) await updateLinkedProperties(store, scope, stayId, links);
  }
  if (released.length > 0) await handOverNights(store, scope, released);
  if (always) await warnOfOverbooking(store, logger, scope, stayId);
}

/**
 * Writes the stay's linked_availability records for links that were created after the write was computed, and ends the
 * open quotes for its nights at the linked properties.
 */
async function updateLinkedProperties(
  store: BookingStore,
  scope: AccountScope,
  stayId: number,
  links: readonly PropertyLink[],
): Promise<void> {
  await deriveLinked(store, scope, stayId);
  const booking = (await readClaim(store, scope, stayId))?.booking;
  if (!booking || booking.type === 'quote_hold' || !claimsNights(booking)) return;
  const { property_id, arrival, departure } = booking;
  const property_ids = linkedTo(property_id, links).map((other) => other.property_id);
  await preemptQuotes(store, scope, { property_ids, arrival, departure }, stayId);
}

/**
 * Logs a warning if the booking has overbooked nights, so that an operator can move one of the
 * guests.
 */
async function warnOfOverbooking(
  store: BookingStore,
  logger: Logger,
  scope: AccountScope,
  stayId: number,
): Promise<void> {
  const booking = (await readClaim(store, scope, stayId))?.booking;
  if (!booking || booking.overbooked_nights.length === 0) return;
  const { id, property_id, channel, overbooked_nights } = booking;
  logger.warn(
    {
      event: 'booking_overbooked',
      user_id: scope.accountId,
      booking_id: id,
      property_id,
      channel: channel?.name ?? null,
      overbooked_nights,
    },
    'a channel sold nights that another booking has',
  );
}
