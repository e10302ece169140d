import { dateOfDay } from '@keyhaven/stays/calendar-date';
import type { DemoPeriod } from '../demo-period';
import type { PlannedBooking } from '../demo-plan';
import { owners } from '../guests/owners';
import type { PortfolioEntry } from '../properties/portfolio-entry';
import { seededRandom } from '../random/seeded-random';
import { cleaningDate, doorCodes } from './arrival-details';
import { drawBookedMinute, instantOfMinute } from './draw-booked-minute';
import { drawParty } from './draw-party';
import type { Reservation } from './reserve-days';

const ownerNotes = [
  'Take the pictures of the last guests’ breakage before they come.',
  'Linen only, they bring their own towels. Bill the cleaning.',
  'Stock the fridge for the first evening. No welcome basket.',
  null,
];

/** An owner's own stay, or a block, as a record to be written. @param ordinal its place among the property's. */
export function reservationBooking(
  entry: PortfolioEntry,
  reservation: Reservation,
  ordinal: number,
  period: DemoPeriod,
): PlannedBooking {
  const key = `${entry.key}/${reservation.use}-${ordinal}`;
  const random = seededRandom(`booking/${key}`);
  const dates = { arrival: dateOfDay(reservation.span.from), departure: dateOfDay(reservation.span.to) };
  const booked_utc = instantOfMinute(drawBookedMinute(reservation.span.from, period, random));
  const record = { key, property: entry.key, listingSite: null, charges: [] };
  if (reservation.use === 'block') {
    const { title, notes, tag } = reservation.reason;
    return { ...record, guest: null, body: { ...dates, is_block: true, title, notes, tags: [tag], booked_utc } };
  }
  const owner = owners.find((candidate) => candidate.key === entry.owner);
  if (!owner) throw new Error(`${entry.key} has no owner who could stay there`);
  const stay = { entry, span: reservation.span };
  return {
    ...record,
    guest: owner.key,
    body: {
      ...dates,
      ...drawParty(entry, random),
      type: 'owner',
      title: `Owner stay: ${owner.body.last_name}`,
      notes: random.pick(ownerNotes),
      tags: ['owner'],
      booked_utc,
      cleaning_date: cleaningDate(stay, 12, period),
      door_codes: doorCodes(stay, period, random),
    },
  };
}
