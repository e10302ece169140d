import data from '../data/bookings.json';
import type { GuestStay } from './assign-guests';
import type { SeededRandom } from '../plan/seeded-random';

/** The conditions that bookings.json uses for its notes, by name. */
const conditions: Record<string, (stay: GuestStay) => boolean> = {
  infants: ({ party }) => party.infants > 0,
  pets: ({ party }) => party.pets > 0,
  twoPets: ({ party }) => party.pets > 1,
  children: ({ party }) => party.children > 0,
  twoChildren: ({ party }) => party.children > 1,
  returning: ({ isReturning }) => isReturning,
  longStay: ({ span }) => span.to - span.from >= 14,
  couple: ({ party }) => party.adults === 2 && party.children === 0,
  large: ({ party }) => party.adults >= 6,
  alone: ({ party }) => party.adults === 1,
  any: () => true,
};

/** Draws a note of the host that fits the stay. Null for most stays. */
export function drawHostNote(stay: GuestStay, random: SeededRandom): string | null {
  if (!random.chance(stay.isReturning ? 0.6 : 0.22)) return null;
  const [, text] = random.pick(data.hostNotes.filter(([condition]) => conditions[condition!]!(stay)));
  return text!;
}

/**
 * Draws the title that the host gave a booking in the calendar. Null for most bookings, because the
 * calendar also shows the guest's name.
 */
export function drawTitle(stay: GuestStay, random: SeededRandom): string | null {
  if (stay.channel !== 'direct' || !random.chance(0.35)) return null;
  const { last_name: family } = stay.guest.body;
  const { party } = stay;
  if (stay.status === 'pending') return `${family}, waiting for the deposit`;
  if (party.adults >= 6) return random.pick([`${family} reunion`, `${family} + friends, 50th birthday`]);
  if (party.children > 0) return `${family} family${stay.isReturning ? ', as every year' : ''}`;
  return stay.isReturning ? `${family} again` : `${family}, booked by phone`;
}
