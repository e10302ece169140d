import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { Logger } from '@keyhaven/service/logger';
import { claimsNights } from '../claims/domain/claim';
import { readClaim } from '../claims/read-claims';
import type { JobArguments } from '../jobs';
import { deriveLinked } from '../linked-availability/derive-linked';
import { linkedTo, type PropertyLink } from '../links/domain/linked-properties';
import { preemptQuotes } from '../quotes/preempt-quotes';
import type { BookingStore } from '../store/booking-store';
import { readCountedLinks } from '../store/read-links';
import { handOverNights } from '../waitlist/hand-over-nights';
import { joinWaitlist } from '../waitlist/join-waitlist';
import { confirmNights } from './confirm-nights';

/**
 * Settles the nights of a stay after a write: takes the keys of the links that exist now, joins the waitlist for
 * nights that others have, and hands over the nights that the stay gave up. Safe to run at any time and again.
 * @throws ApiError nights_taken when the write was withdrawn.
 */
export async function settleNights(
  store: BookingStore,
  logger: Logger,
  scope: AccountScope,
  stayId: number,
  { property_id, version, links_revision, always, released }: JobArguments<'settle_nights'>,
  answering: number | undefined,
): Promise<void> {
  const { links, revisions } = await readCountedLinks(store, scope, [property_id]);
  const linksChanged = revisions.get(property_id) !== links_revision;
  if (linksChanged || always) {
    await confirmNights(store, scope, stayId, answering === undefined ? undefined : { revision: answering, version });
    await joinWaitlist(store, scope, stayId);
    if (linksChanged) await showAtLinked(store, scope, stayId, links);
  }
  if (released.length > 0) await handOverNights(store, scope, released);
  if (always) await warnOfOverbooking(store, logger, scope, stayId);
}

/** Shows a stay at the properties that were linked since its write was decided, and ends the open quotes for its nights there. */
async function showAtLinked(
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

/** A night is sold twice: an operator has to find another place for one of the parties. */
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
