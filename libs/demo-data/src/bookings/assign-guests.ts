import type { StayDraft } from './draft-stays';
import { type DaySpan, overlaps } from '../plan/demo-period';
import type { PlannedGuest } from '../plan/demo-plan';
import type { Market } from '../plan/portfolio';
import { seededRandom } from '../plan/seeded-random';
import { openGuestList } from '../guests/invite-guests';

/**
 * The probability that a booking is made by a guest who already has another booking: for direct
 * bookings, for canceled bookings, and for all other bookings.
 */
const KNOWN_GUESTS = { direct: 0.65, canceled: 0.5, other: 0.45 };
/**
 * How many earlier guests are tried before a new one is invented. An earlier guest with another stay on the same nights
 * cannot be used.
 */
const LOOKED_AT = 6;

/** A stay and its guest. */
export interface GuestStay extends StayDraft {
  guest: PlannedGuest;
  /** Whether the guest has stayed at this property before. */
  isReturning: boolean;
}

interface KnownGuest {
  guest: PlannedGuest;
  stays: { property: string; span: DaySpan; isCanceled: boolean }[];
}

/**
 * Assigns a guest to each stay, in the order in which the stays were booked. No guest stays at two
 * properties on the same night.
 */
export function assignGuests(drafts: readonly StayDraft[]): { stays: GuestStay[]; guests: PlannedGuest[] } {
  const random = seededRandom('guests');
  const list = openGuestList(random);
  const known = new Map<Market, KnownGuest[]>();

  const inOrder = [...drafts].sort((a, b) => a.bookedMinute - b.bookedMinute || (a.key < b.key ? -1 : 1));
  const stays = inOrder.map((draft): GuestStay => {
    const { entry, span, status, channel } = draft;
    const guestsOfMarket = known.get(entry.market) ?? [];
    known.set(entry.market, guestsOfMarket);
    const isCanceled = status === 'canceled';
    const often = isCanceled ? KNOWN_GUESTS.canceled : KNOWN_GUESTS[channel === 'direct' ? 'direct' : 'other'];
    const candidates =
      guestsOfMarket.length > 0 && random.chance(often)
        ? Array.from({ length: LOOKED_AT }, () => random.pick(guestsOfMarket))
        : [];
    let found = candidates.find(({ stays }) => !stays.some((stay) => overlaps(stay.span, span)));
    if (!found) {
      found = { guest: list.invite(entry.market), stays: [] };
      guestsOfMarket.push(found);
    }
    const isReturning = found.stays.some(
      (stay) => stay.property === entry.key && !stay.isCanceled && stay.span.to <= span.from,
    );
    found.stays.push({ property: entry.key, span, isCanceled });
    return { ...draft, guest: found.guest, isReturning };
  });
  return { stays, guests: list.guests };
}
