import type { CalendarNight } from '@keyhaven/contracts/pricing/calendar';
import { lookOf } from './night-words';

export interface NightVerdict {
  isSellable: boolean;
  /** Sentences that say why the night can or cannot be booked. */
  reasons: string[];
}

interface NightFacts {
  date: string;
  night: CalendarNight | undefined;
  /** Today's date at the property. */
  today: string;
  property: { active: boolean; is_snoozed: boolean };
}

/** Decides from a night's entry in the calendar whether the night can be booked, and returns the reasons. */
export function judgeNight({ date, night, today, property }: NightFacts): NightVerdict {
  const before = [
    ...(date < today ? ['This night is in the past.'] : []),
    ...(property.active ? [] : ['The property is inactive.']),
  ];
  const reasons = [...before, ...reasonsOf(night, property.is_snoozed)];
  if (reasons.length > 0) return { isSellable: false, reasons };
  return { isSellable: true, reasons: ['At least one stay that includes this night can be booked.'] };
}

function reasonsOf(night: CalendarNight | undefined, isSnoozed: boolean): string[] {
  const look = lookOf(night);
  if (look === 'free') return [];
  if (look === 'closed') return closedReasons(night?.rate === undefined, isSnoozed);
  return [sentences[look]];
}

const sentences = {
  missing: 'The calendar has no data: the night is after the booking window, or before the recorded history.',
  booked: 'A guest booking or an owner booking occupies the night.',
  blocked: 'A block, a hold of a quote or a linked property occupies the night.',
  required: 'The property requires vacant nights between two stays, and this is one of them.',
  orphan: 'The vacant nights around it are too few for any stay that the rules allow.',
  unavailable: 'It is held by a kind of booking that this version does not know.',
} as const;

function closedReasons(hasNoRate: boolean, isSnoozed: boolean): string[] {
  const reasons = [
    ...(isSnoozed ? ['The property is snoozed: it takes no new bookings of guests.'] : []),
    ...(hasNoRate ? ['The night has no price.'] : []),
  ];
  const general =
    'The rules allow no stay that includes this night: because of the notice before arrival, the days of arrival and departure, the length of stays, or the booking window.';
  return reasons.length > 0 ? reasons : [general];
}
