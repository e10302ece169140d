import type { BookingStatus } from '@keyhaven/contracts/booking/booking';
import data from '../data/bookings.json';
import type { DaySpan, DemoPeriod } from '../plan/demo-period';
import type { PortfolioEntry } from '../plan/portfolio';
import { type SeededRandom, seededRandom } from '../plan/seeded-random';
import { drawBookedMinute } from './draw-booked-minute';
import { type Occupation, offerOf } from './plan-occupation';

/**
 * For each active stay, the probability that a canceled booking on nearby dates is also planned. As
 * a result, about 12 % of all bookings are canceled. Canceled bookings whose dates are outside the
 * period are dropped.
 */
const CANCELED_FOR_EACH = 13 / 88;

/** The channel through which a stay was booked. */
export type Channel = 'airbnb' | 'booking-com' | 'vrbo' | 'direct';

/** A planned stay to which no guest is assigned yet. */
export interface StayDraft {
  key: string;
  entry: PortfolioEntry;
  span: DaySpan;
  status: BookingStatus;
  channel: Channel;
  party: { adults: number; children: number; infants: number; pets: number };
  /** When the stay was booked, in minutes since 1970-01-01 UTC. */
  bookedMinute: number;
  /**
   * Whether another stay ends on the day of arrival, and whether another stay begins on the day of
   * departure.
   */
  turnover: { atArrival: boolean; atDeparture: boolean };
}

/** Drafts all guest stays at one property, including canceled ones, ordered by arrival. */
export function draftStays({ entry, guestStays, reservations }: Occupation, period: DemoPeriod): StayDraft[] {
  const random = seededRandom(`drafts/${entry.key}`);
  const taken = [...guestStays, ...reservations.map(({ span }) => span)];
  const arrivals = new Set(taken.map(({ from }) => from));
  const departures = new Set(taken.map(({ to }) => to));
  // The weights of the channels differ by market. Vrbo does not offer single rooms, and its guests are mostly American
  // families.
  const channels: Partial<Record<Channel, number>> =
    data.channelWeights[entry.partOf === null ? entry.market : 'rooms'];
  const draft = (span: DaySpan, status: 'active' | 'canceled'): Omit<StayDraft, 'key'> => ({
    entry,
    span,
    status,
    channel: random.weighted(channels),
    party: drawParty(entry, random),
    bookedMinute: drawBookedMinute(span.from, period, random),
    turnover: { atArrival: departures.has(span.from), atDeparture: arrivals.has(span.to) },
  });
  const offer = offerOf(entry, period);
  const standing = guestStays.map((span) => draft(span, 'active'));
  const canceled = guestStays
    .filter(() => random.chance(CANCELED_FOR_EACH))
    .flatMap((stay) => {
      const span = moveSpan(stay, random);
      return span.from > offer.from && span.to <= offer.to ? [draft(span, 'canceled')] : [];
    });
  return [...standing, ...canceled]
    .sort((a, b) => a.span.from - b.span.from)
    .map((stay, index) => ({ ...stay, key: `${entry.key}/stay-${String(index + 1).padStart(3, '0')}` }));
}

/**
 * Draws the dates of a canceled booking, close to the dates of an active stay. So the active stay occupies most of the
 * canceled nights.
 */
function moveSpan({ from, to }: DaySpan, random: SeededRandom): DaySpan {
  const moved = from + random.whole(-3, 3);
  return { from: moved, to: moved + Math.max(1, to - from + random.whole(-1, 2)) };
}

/** Draws a number of guests and pets within the limits of the property. */
export function drawParty({ body }: PortfolioEntry, random: SeededRandom): StayDraft['party'] {
  const { max_guests: guests, max_children: children, max_pets: pets } = body;
  const drawPets = () => (pets > 0 && random.chance(0.3) ? random.whole(1, pets) : 0);
  const isFamily = guests > 3 && children !== 0 && random.chance(0.45);
  if (!isFamily) {
    const adults = random.whole(guests > 2 && random.chance(0.85) ? 2 : 1, Math.max(1, guests - random.whole(0, 2)));
    return { adults, children: 0, infants: 0, pets: drawPets() };
  }
  const adults = random.whole(1, Math.min(4, guests - 1));
  const beds = Math.min(guests - adults, children ?? guests);
  return {
    adults,
    children: random.whole(1, Math.min(3, beds)),
    infants: random.chance(0.2) ? 1 : 0,
    pets: drawPets(),
  };
}
