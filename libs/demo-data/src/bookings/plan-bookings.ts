import { dateOfDay } from '@keyhaven/stays/calendar-date';
import data from '../data/bookings.json';
import type { DemoPeriod } from '../plan/demo-period';
import type { PlannedBooking, PlannedGuest } from '../plan/demo-plan';
import { assignGuests } from './assign-guests';
import { owners } from '../guests/invite-guests';
import type { PortfolioEntry } from '../plan/portfolio';
import { seededRandom } from '../plan/seeded-random';
import { cleaningDate, doorCodes } from './arrival-details';
import { draftStays, drawParty } from './draft-stays';
import { drawBookedMinute, instantOfMinute } from './draw-booked-minute';
import { guestBooking } from './guest-booking';
import { planOccupation, type Reservation } from './plan-occupation';
import { markPending, overbook } from './special-stays';

/** Plans all bookings, in the order in which they were made, and the guests of these bookings. */
export function planBookings(period: DemoPeriod): { bookings: PlannedBooking[]; guests: PlannedGuest[] } {
  const occupations = planOccupation(period);
  const drafts = occupations.flatMap((occupation) => draftStays(occupation, period));
  const { stays, guests } = assignGuests(overbook(markPending(drafts, period), period));
  const reserved = occupations.flatMap(({ entry, reservations }) =>
    reservations.map((reservation, index) => reservationBooking(entry, reservation, index + 1, period)),
  );
  const bookings = [...stays.map((stay) => guestBooking(stay, period)), ...reserved];
  const order = ({ body, key }: PlannedBooking) => `${body.booked_utc} ${key}`;
  return { bookings: bookings.sort((a, b) => (order(a) < order(b) ? -1 : 1)), guests: [...owners, ...guests] };
}

/**
 * Plans the booking for a reservation: an owner's own stay, or a block.
 * @param ordinal the number of the reservation among the reservations of the property, from 1.
 */
function reservationBooking(
  entry: PortfolioEntry,
  reservation: Reservation,
  ordinal: number,
  period: DemoPeriod,
): PlannedBooking {
  const { span, use } = reservation;
  const key = `${entry.key}/${use}-${ordinal}`;
  const random = seededRandom(`booking/${key}`);
  const booked_utc = instantOfMinute(drawBookedMinute(span.from, period, random));
  const dates = { arrival: dateOfDay(span.from), departure: dateOfDay(span.to), booked_utc };
  const record = { key, property: entry.key, listingSite: null, charges: [] };
  if (use === 'block') {
    const { title, notes, tag } = reservation.reason;
    return { ...record, guest: null, body: { ...dates, is_block: true, title, notes, tags: [tag] } };
  }
  const owner = owners.find((candidate) => candidate.key === entry.owner);
  if (!owner) throw new Error(`${entry.key} has no owner who could stay there`);
  return {
    ...record,
    guest: owner.key,
    body: {
      ...dates,
      ...drawParty(entry, random),
      type: 'owner',
      title: `Owner stay: ${owner.body.last_name}`,
      notes: random.pick(data.ownerNotes),
      tags: ['owner'],
      cleaning_date: cleaningDate({ entry, span }, 12, period),
      door_codes: doorCodes({ entry, span }, period, random),
    },
  };
}
