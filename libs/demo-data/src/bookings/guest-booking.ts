import { dateOfDay } from '@keyhaven/stays/calendar-date';
import data from '../data/bookings.json';
import type { DemoPeriod } from '../plan/demo-period';
import type { PlannedBooking } from '../plan/demo-plan';
import type { GuestStay } from './assign-guests';
import { asciiWords } from '../guests/invite-guests';
import { seededRandom, type SeededRandom } from '../plan/seeded-random';
import { cleaningDate, doorCodes } from './arrival-details';
import type { Channel } from './draft-stays';
import { drawCanceledMinute, instantOfMinute } from './draw-booked-minute';
import { drawHostNote, drawTitle } from './host-notes';

type Body = PlannedBooking['body'];

const DIGITS = '0123456789';
const HEXADECIMAL = '0123456789abcdef';
/** Capital letters and digits, except characters that look alike, such as O and 0. */
const READABLE = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/**
 * For each channel, the format of its reservation numbers and of its relay addresses. Messages to a
 * relay address reach the guest, whose own address stays hidden.
 */
const channels = {
  airbnb: {
    name: 'Airbnb',
    number: (random: SeededRandom) => `HM${random.text(READABLE, 8)}`,
    relay: (random: SeededRandom) => `-${random.text('abcdefghijkmnpqrstuvwxyz23456789', 16)}`,
  },
  'booking-com': {
    name: 'Booking.com',
    number: (random: SeededRandom) => `${random.whole(3, 5)}${random.text(DIGITS, 9)}`,
    relay: (random: SeededRandom) => `.${random.text(DIGITS, 6)}`,
  },
  vrbo: {
    name: 'Vrbo',
    number: (random: SeededRandom) => `HA-${random.text(READABLE, 6)}`,
    relay: (random: SeededRandom) => `.${random.text(HEXADECIMAL, 8)}-${random.text(HEXADECIMAL, 4)}`,
  },
};

/**
 * Plans the booking of a guest. Half of the direct bookings were made on the account's own website.
 * The other half was entered by hand.
 */
export function guestBooking(stay: GuestStay, period: DemoPeriod): PlannedBooking {
  const random = seededRandom(`booking/${stay.key}`);
  const { channel, entry, party, span, status, turnover } = stay;
  const ownSite = random.chance(0.5) ? 'own-site' : null;
  // Some guests arrive early, if no other stay ends on their day of arrival. Some guests leave late, if no other stay
  // begins on their day of departure.
  const requestRate = channel === 'direct' ? 0.15 : 0.05;
  const comesEarly = !turnover.atArrival && random.chance(requestRate);
  const leavesLate = !turnover.atDeparture && random.chance(requestRate);
  const tags = [
    ...(stay.isReturning ? ['returning guest'] : []),
    ...(party.pets > 0 ? ['with pets'] : []),
    ...(span.to - span.from >= 14 ? ['long stay'] : []),
  ];
  return {
    key: stay.key,
    property: entry.key,
    guest: stay.guest.key,
    listingSite: channel === 'direct' ? ownSite : channel,
    charges: [],
    body: {
      arrival: dateOfDay(span.from),
      departure: dateOfDay(span.to),
      status,
      ...party,
      title: drawTitle(stay, random),
      notes: drawHostNote(stay, random),
      tags,
      booked_utc: instantOfMinute(stay.bookedMinute),
      ...(comesEarly && { check_in: '13:00' }),
      ...(leavesLate && { check_out: '13:00' }),
      ...(channel === 'direct' ? directTerms(stay, period, random) : channelTerms(stay, channel, random)),
      ...(status === 'canceled'
        ? { canceled_utc: instantOfMinute(drawCanceledMinute(stay, period, seededRandom(`cancellation/${stay.key}`))) }
        : { cleaning_date: cleaningDate(stay, leavesLate ? 14 : 12, period) }),
      ...(status === 'active' && { door_codes: doorCodes(stay, period, random) }),
      ...(random.chance(0.05) && {
        fields: [{ code: 'car_registration', value: random.text('ABCDEHKLMPRTXY3469', 7) }],
      }),
    },
  };
}

function channelTerms({ guest }: GuestStay, key: Exclude<Channel, 'direct'>, random: SeededRandom): Partial<Body> {
  const { name, number, relay } = channels[key];
  const [given = 'guest'] = asciiWords(guest.body.first_name ?? '');
  return {
    channel: {
      name,
      platform_reservation_number: number(random),
      platform_email_address: `${given}${relay(random)}@example.com`,
    },
    cancellation_policy_description: random.pick(data.cancellationPolicies[key]),
  };
}

/**
 * The terms of a direct booking. The guest signs the rental agreement when booking. Travel
 * insurance is offered at American properties until the arrival.
 */
function directTerms(
  { key, entry, bookedMinute, span, status }: GuestStay,
  { today }: DemoPeriod,
  random: SeededRandom,
) {
  const date = instantOfMinute(bookedMinute + random.whole(3, 50));
  const is_purchased = random.chance(0.35);
  const can_purchase = !is_purchased && span.from > today && status !== 'canceled';
  const purchase_url = `https://example.com/travel-insurance/${key}`;
  const agreement = { date, name: 'Rental agreement', url: `https://example.com/agreements/${key}.pdf` };
  return {
    cancellation_policy_description: random.pick(data.cancellationPolicies.direct),
    agreements: status === 'pending' ? [] : [agreement],
    ...(entry.market === 'american' && {
      travel_insurance: { can_purchase, is_purchased, ...(can_purchase && { purchase_url }) },
    }),
  };
}
