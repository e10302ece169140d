import { type AccountScope, accountId } from '@keyhaven/persistence/account-scope';
import type { Relay } from '@keyhaven/persistence/outbox/relay';
import type { Logger } from '@keyhaven/service/logger';
import { z } from 'zod';
import type { BookingStore } from '../store/booking-store';
import { CONFIRM_GUEST_DELETION, confirmGuestDeletion } from '../guests/delete-guest';
import { KEEP_GUEST, keepNamedGuest } from '../guests/keep-guest';
import { finishLink, FINISH_LINK } from '../links/finish-link';
import { readLinks } from '../links/list-links';
import { deriveLinked, followSource } from '../linked-availability/derive-linked';
import { ADD_ACCEPTED_GUEST, addAcceptedGuest } from '../quotes/add-accepted-guest';
import { preemptIfSold, preemptQuotes } from '../quotes/preempt-quotes';
import {
  CHECK_QUOTE,
  DERIVE_LINKED,
  FOLLOW_SOURCE,
  idsOf,
  PREEMPT_QUOTES,
  SETTLE_NIGHTS,
  type SettleArguments,
  TELL_LINE,
} from '../claims/change-nights';
import { confirmNights } from './confirm-nights';
import { passOnNights } from '../waitlist/hand-over-nights';
import { readClaim } from '../claims/read-claims';
import { standInLine } from '../waitlist/join-waitlist';
import { tellLine } from '../waitlist/notify-waitlist';

const settleArguments = z.object({
  property_id: z.int(),
  version: z.int(),
  links: z.array(z.int()),
  always: z.boolean(),
  released: z.array(z.string()),
});

/** What follows the writes of stays and links, done before they are answered, or after a crash by any replica. */
export function defineNightJobs(store: BookingStore, relay: Relay, logger: Logger): void {
  const scopeOf = (userId: number): AccountScope => ({ accountId: accountId(userId) });
  relay.defineJob(SETTLE_NIGHTS, (args, { userId, id, answering }) =>
    settleNights(store, logger, scopeOf(userId), id, settleArguments.parse(args), answering),
  );
  relay.defineJob(DERIVE_LINKED, (_args, { userId, id }) => deriveLinked(store, scopeOf(userId), id));
  relay.defineJob(FOLLOW_SOURCE, (_args, { userId, id }) => followSource(store, scopeOf(userId), id));
  relay.defineJob(TELL_LINE, (_args, { userId, id }) => tellLine(store, scopeOf(userId), id));
  relay.defineJob(PREEMPT_QUOTES, (_args, { userId, id }) => preemptQuotes(store, scopeOf(userId), id));
  relay.defineJob(CHECK_QUOTE, (_args, { userId, id }) => preemptIfSold(store, scopeOf(userId), id));
  relay.defineJob(ADD_ACCEPTED_GUEST, (args, { userId, id }) => addAcceptedGuest(store, scopeOf(userId), id, args));
  relay.defineJob(KEEP_GUEST, (args, { userId }) => keepNamedGuest(store, scopeOf(userId), args));
  relay.defineJob(CONFIRM_GUEST_DELETION, (args, { userId, id, answering }) =>
    confirmGuestDeletion(store, scopeOf(userId), id, args, answering !== undefined),
  );
  relay.defineJob(FINISH_LINK, (_args, { userId, id }) => finishLink(store, scopeOf(userId), id));
}

/**
 * Settles the nights of a stay after a write: counts with the links that there are by now, stands in line for nights that
 * others have, and passes on those that the stay gave up. Safe to run at any time and again.
 * @throws ApiError nights_taken when the write was withdrawn.
 */
async function settleNights(
  store: BookingStore,
  logger: Logger,
  scope: AccountScope,
  stayId: number,
  { property_id, version, links: known, always, released }: SettleArguments,
  answering: number | undefined,
): Promise<void> {
  const links = idsOf(await readLinks(store, scope, [property_id]), property_id);
  const linksChanged = links.join() !== known.join();
  if (linksChanged || always) {
    await confirmNights(store, scope, stayId, answering === undefined ? undefined : { revision: answering, version });
    await standInLine(store, scope, stayId);
    if (linksChanged) await deriveLinked(store, scope, stayId);
  }
  if (released.length > 0) await passOnNights(store, scope, released);
  if (always) await warnOfOverbooking(store, logger, scope, stayId);
}

/** An operator has to do something about a night that is sold twice: find another place for one of the parties. */
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
