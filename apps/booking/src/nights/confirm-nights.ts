import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from '../booking-store';
import { bookingEntity } from '../bookings/booking-entity';
import { loadReferences } from '../bookings/references';
import type { BookingPart, StayBody } from '../bookings/stay.model';
import { refuseLink } from '../links/finish-link';
import { linkClashes } from '../links/link-clashes';
import { pairOf } from '../links/link.model';
import { readLinks } from '../links/read-links';
import { changeNights } from './change-nights';
import { keysOfOthers, nightsTaken, wantedKeys } from './claim-nights';
import { claimsNights } from './domain/claim';
import { readClaim, type StayClaim, surelyLookedThroughFrom } from './read-claims';
import { withdrawQuote } from '../quotes/withdraw-quote';
import { isTakenNight } from './refuse-taken-nights';
import { rekeyStay } from './rekey-stay';

/** How often a stay is tried again while links are made and removed around it. */
const MAX_ROUNDS = 30;

/**
 * Makes a written stay count with the links that there are now, so that it can be answered. Who gives way when a linked
 * property is occupied on the same night: a link that is still being made; against one that is active the stay, which
 * nobody was told of. Nobody was: a stay that was answered before the link was made was looked through by its maker.
 * @throws ApiError nights_taken when the stay was withdrawn.
 */
export async function confirmNights(store: BookingStore, scope: AccountScope, stayId: number): Promise<void> {
  for (let round = 1; ; round++) {
    try {
      await rekeyStay(store, scope, stayId, { dropsFallback: true });
      return;
    } catch (error) {
      const isRefusal = isTakenNight(error) || (error instanceof ApiError && error.status < 500);
      if (!isRefusal || round === MAX_ROUNDS) throw error;
      const stay = await readClaim(store, scope, stayId);
      if (!stay || !claimsNights(stay.booking)) continue;
      const isPast = stay.booking.departure < surelyLookedThroughFrom();
      if (isPast && !stay.fallback) return;
      await makeWay(store, scope, stay, error);
    }
  }
}

/** Stops the links that stand in the way and are still being made; when there are none, withdraws the stay. */
async function makeWay(store: BookingStore, scope: AccountScope, stay: StayClaim, error: unknown): Promise<void> {
  const { property_id } = stay.booking;
  const links = await readLinks(store, scope, [property_id]);
  const pending = links.filter(({ state }) => state === 'pending');
  if (error instanceof ApiError) {
    for (const link of pending) await refuseLink(store, scope, link._id, error.messages);
    if (pending.length > 0) return;
    await withdraw(store, scope, stay._id);
    throw error;
  }
  const taken = await keysOfOthers(store, scope, wantedKeys(stay.booking, undefined, links), stay._id);
  const inTheWay = pending.filter(({ property_ids }) => taken.some((key) => key.endsWith(`/${pairOf(property_ids)}`)));
  for (const link of inTheWay) {
    const clashes = await linkClashes(store, scope, link.property_ids);
    if (clashes.length > 0) await refuseLink(store, scope, link._id, clashes);
  }
  // What stood in the way may have gone by now: then the next round succeeds.
  if (taken.length === 0 || inTheWay.length > 0) return;
  await withdraw(store, scope, stay._id);
  throw nightsTaken(property_id, taken);
}

/** Takes a write back that nobody was told of: a move goes back to where it came from, everything else is canceled. */
async function withdraw(store: BookingStore, scope: AccountScope, stayId: number): Promise<void> {
  if (await withdrawQuote(store, scope, stayId)) return;
  await store.stays.update(
    scope,
    { _id: stayId },
    async (before) => {
      if (!claimsNights(before.booking)) return undefined;
      const booking: BookingPart = before.fallback
        ? { ...before.booking, ...before.fallback }
        : { ...before.booking, status: 'canceled' };
      const references = await loadReferences(store, scope, [before.booking, booking]);
      const changed = await changeNights(store, scope, before, booking, new Set());
      const after: StayBody = { ...changed.after, fallback: undefined };
      return { after, steps: changed.steps, references, forgetsAnswer: before.fallback === undefined };
    },
    bookingEntity,
  );
}
