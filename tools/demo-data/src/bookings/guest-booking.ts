import { dateOfDay } from '@keyhaven/stays/calendar-date';
import type { DemoPeriod } from '../demo-period';
import type { PlannedBooking } from '../demo-plan';
import { asciiWords } from '../guests/ascii-words';
import type { GuestStay } from '../guests/assign-guests';
import { seededRandom, type SeededRandom } from '../random/seeded-random';
import { channels, directPolicies } from './channels';
import { cleaningDate, doorCodes } from './arrival-details';
import { drawCanceledMinute, instantOfMinute } from './draw-booked-minute';
import { drawHostNote, drawTitle } from './host-notes';

type Body = PlannedBooking['body'];

/** Half of the direct bookings came through the account's own site; the others were entered by hand. */
const OWN_SITE = 0.5;

/** The booking of a guest as a record to be written. */
export function guestBooking(stay: GuestStay, period: DemoPeriod): PlannedBooking {
  const random = seededRandom(`booking/${stay.key}`);
  const { channel } = stay;
  const ownSite = random.chance(OWN_SITE) ? 'own-site' : null;
  const times = changedTimes(stay, random);
  const cleaningHour = times.check_out === undefined ? 12 : 14;
  return {
    key: stay.key,
    property: stay.entry.key,
    guest: stay.guest.key,
    listingSite: channel === 'direct' ? ownSite : channel,
    charges: [],
    body: {
      arrival: dateOfDay(stay.span.from),
      departure: dateOfDay(stay.span.to),
      status: stay.status,
      ...stay.party,
      title: drawTitle(stay, random),
      notes: drawHostNote(stay, random),
      tags: tagsOf(stay),
      booked_utc: instantOfMinute(stay.bookedMinute),
      ...times,
      ...(channel === 'direct' ? directTerms(stay, period, random) : channelTerms(stay, channel, random)),
      ...(stay.status === 'canceled'
        ? { canceled_utc: instantOfMinute(drawCanceledMinute(stay, period, seededRandom(`cancellation/${stay.key}`))) }
        : { cleaning_date: cleaningDate(stay, cleaningHour, period) }),
      ...(stay.status === 'active' ? { door_codes: doorCodes(stay, period, random) } : {}),
      ...(random.chance(0.05)
        ? { fields: [{ code: 'car_registration', value: random.text('ABCDEHKLMPRTXY3469', 7) }] }
        : {}),
    },
  };
}

function tagsOf({ isReturning, party, span }: GuestStay): string[] {
  return [
    ...(isReturning ? ['returning guest'] : []),
    ...(party.pets > 0 ? ['with pets'] : []),
    ...(span.to - span.from >= 14 ? ['long stay'] : []),
  ];
}

/** Where nobody leaves in the morning, some come early; where nobody arrives, some leave late. */
function changedTimes({ turnover, channel }: GuestStay, random: SeededRandom): Pick<Body, 'check_in' | 'check_out'> {
  const asks = channel === 'direct' ? 0.15 : 0.05;
  return {
    ...(!turnover.atArrival && random.chance(asks) ? { check_in: '13:00' } : {}),
    ...(!turnover.atDeparture && random.chance(asks) ? { check_out: '13:00' } : {}),
  };
}

function channelTerms(stay: GuestStay, key: keyof typeof channels, random: SeededRandom): Partial<Body> {
  const channel = channels[key];
  const [given = 'guest'] = asciiWords(stay.guest.body.first_name ?? '');
  return {
    channel: {
      name: channel.name,
      platform_reservation_number: channel.reservationNumber(random),
      platform_email_address: channel.relayAddress(given, random),
    },
    cancellation_policy_description: random.pick(channel.cancellationPolicies),
  };
}

/** The rental agreement is signed with the booking; travel insurance is offered in America, up to the arrival. */
function directTerms(stay: GuestStay, { today }: DemoPeriod, random: SeededRandom): Partial<Body> {
  const agreedMinute = stay.bookedMinute + random.whole(3, 50);
  const isPurchased = random.chance(0.35);
  const canPurchase = !isPurchased && stay.span.from > today && stay.status !== 'canceled';
  return {
    cancellation_policy_description: random.pick(directPolicies),
    agreements:
      stay.status === 'pending'
        ? []
        : [
            {
              date: instantOfMinute(agreedMinute),
              name: 'Rental agreement',
              url: `https://example.com/agreements/${stay.key}.pdf`,
            },
          ],
    ...(stay.entry.market === 'american'
      ? {
          travel_insurance: {
            can_purchase: canPurchase,
            is_purchased: isPurchased,
            ...(canPurchase ? { purchase_url: `https://example.com/travel-insurance/${stay.key}` } : {}),
          },
        }
      : {}),
  };
}
