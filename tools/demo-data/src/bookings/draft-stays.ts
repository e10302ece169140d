import { type DemoPeriod, type DaySpan } from '../demo-period';
import { type SeededRandom, seededRandom } from '../random/seeded-random';
import { drawChannel } from './channels';
import { drawBookedMinute } from './draw-booked-minute';
import { drawParty } from './draw-party';
import { type Occupation, offerOf } from './plan-occupation';
import type { StayDraft } from './stay-draft';

/** Canceled bookings for each that was not: 12 of 100 in the end, for some would lie outside the period. */
const CANCELED_FOR_EACH = 13 / 88;

/** All stays of guests at one property, canceled ones too, by day of arrival. */
export function draftStays({ entry, guestStays, reservations }: Occupation, period: DemoPeriod): StayDraft[] {
  const random = seededRandom(`drafts/${entry.key}`);
  const taken = [...guestStays, ...reservations.map(({ span }) => span)];
  const arrivals = new Set(taken.map(({ from }) => from));
  const departures = new Set(taken.map(({ to }) => to));
  const draft = (span: DaySpan, status: 'active' | 'canceled'): Omit<StayDraft, 'key'> => ({
    entry,
    span,
    status,
    channel: drawChannel(entry, random),
    party: drawParty(entry, random),
    bookedMinute: drawBookedMinute(span.from, period, random),
    turnover: { atArrival: departures.has(span.from), atDeparture: arrivals.has(span.to) },
  });
  const offer = offerOf(entry, period);
  const standing = guestStays.map((span) => draft(span, 'active'));
  const canceled = guestStays
    .filter(() => random.chance(CANCELED_FOR_EACH))
    .flatMap((span) => {
      const given = near(span, offer, random);
      return given ? [draft(given, 'canceled')] : [];
    });
  return [...standing, ...canceled]
    .sort((a, b) => a.span.from - b.span.from)
    .map((stay, index) => ({ ...stay, key: `${entry.key}/stay-${String(index + 1).padStart(3, '0')}` }));
}

/** Dates that were booked, given back, and mostly sold again; undefined when they would lie outside the offer. */
function near({ from, to }: DaySpan, offer: DaySpan, random: SeededRandom): DaySpan | undefined {
  const moved = from + random.whole(-3, 3);
  const span = { from: moved, to: moved + Math.max(1, to - from + random.whole(-1, 2)) };
  return span.from > offer.from && span.to <= offer.to ? span : undefined;
}
