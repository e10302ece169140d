import { addDays, dateOfDay, dayNumber, weekdayOf } from '@keyhaven/stays/calendar-date';
import { describeNights, MAX_NIGHTS, nightCount, nightsOf, type Stay } from '@keyhaven/stays/nights';
import { minNightsOnArrival } from '../../nights/domain/filling-stay';
import { type NightSettings, nightSettings } from '../../nights/domain/night-settings';
import { type Occupant, occupantsOf, occupiedNights, requiredGap } from '../../nights/domain/occupied-nights';
import type { CalendarSources } from '../../nights/domain/calendar-sources';
import { priceInForce } from '../../nights/domain/price-in-force';
import { earliestArrival, lastNightOfWindow } from '../../nights/domain/sales-period';

export type StayRule =
  | 'inactive'
  | 'snoozed'
  | 'occupancy'
  | 'advance_notice'
  | 'booking_window'
  | 'min_nights'
  | 'max_nights'
  | 'arrival_disallowed'
  | 'departure_disallowed'
  | 'stay_disallowed'
  | 'required_gap';

/** A rule that a stay breaks. The message names the rule, the value, and what would be allowed. */
export interface BrokenRule {
  rule: StayRule;
  message: string;
}

/** The reasons why a stay cannot be sold. All three lists are empty if the stay can be sold. */
export interface StayJudgement {
  /** Nights that another record occupies. */
  takenNights: string[];
  /** Nights without a price. `ignore_rules` allows neither these nights nor the taken nights. */
  unpricedNights: string[];
  brokenRules: BrokenRule[];
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/**
 * For the message about a broken rule: how many days ahead to search for the next day that allows an arrival or
 * departure.
 */
const DAYS_LOOKED_AHEAD = 31;

/**
 * Checks whether a stay can be sold to guests, by the same rules as quotes and generate_charges.
 * Does not check whether the property has room for the whole party.
 * @param sources the data of the property, without the occupancies of the stay itself.
 * @param stay a stay of at least one night.
 */
export function judgeStay(sources: CalendarSources, stay: Stay): StayJudgement {
  const settings = nightSettings(sources);
  const nights = nightsOf(stay);
  const [first, end] = [dayNumber(stay.arrival), dayNumber(stay.departure)];
  const occupants = occupantsOf(sources);
  const { shown, isInGap } = occupiedNights(occupants, first, end);
  const gapNights = nights.filter((_, index) => isInGap[index] && !shown[index]);
  return {
    takenNights: nights.filter((_, index) => shown[index]),
    unpricedNights: nights.filter((night) => priceInForce(sources, settings, night) === null),
    brokenRules: [
      ...brokenByProperty(sources),
      ...brokenByDates(sources, stay),
      ...brokenByLength(sources, settings, occupants, stay),
      ...brokenByDays(settings, stay),
      ...broken(gapNights.length > 0, 'required_gap', () => {
        const gap = requiredGap(sources.property);
        return `A gap of ${count(gap)} is required before and after each stay; ${describeNights(gapNights)} must stay vacant`;
      }),
    ],
  };
}

function broken(isBroken: boolean, rule: StayRule, message: () => string): BrokenRule[] {
  return isBroken ? [{ rule, message: message() }] : [];
}

function count(nights: number): string {
  return nights === 1 ? '1 night' : `${nights} nights`;
}

function brokenByProperty({ property }: CalendarSources): BrokenRule[] {
  return [
    ...broken(!property.isActive, 'inactive', () => 'The property is inactive; only active properties take new stays'),
    ...broken(property.isSnoozed, 'snoozed', () => 'The property is snoozed; it takes no new stays until that ends'),
    ...broken(
      !property.acceptsOneAdult,
      'occupancy',
      () => "A maximum of 0 guests is allowed; a stay needs at least 1 adult, which the property's limits must allow",
    ),
  ];
}

function brokenByDates(sources: CalendarSources, { arrival, departure }: Stay): BrokenRule[] {
  const earliest = earliestArrival(sources);
  const lastNight = addDays(departure, -1);
  const lastOfWindow = lastNightOfWindow(sources);
  return [
    ...broken(
      arrival < earliest,
      'advance_notice',
      () =>
        `An arrival on ${arrival} is not allowed: ${whyTooEarly(sources, arrival)}; the earliest arrival is ${earliest}`,
    ),
    ...broken(
      lastOfWindow !== null && lastNight > lastOfWindow,
      'booking_window',
      () =>
        `The night of ${lastNight} is beyond the booking window of ${count(sources.property.bookingWindowDays ?? 0)}; ` +
        (sources.property.bookingWindowDays === 0
          ? 'no night can be booked'
          : `the last night that can be booked is ${lastOfWindow}`),
    ),
  ];
}

function whyTooEarly({ now, property }: CalendarSources, arrival: string): string {
  const notice = property.advanceNoticeDays;
  if (arrival < now.date) return `it is before today, ${now.date} at the property`;
  if (notice > 0) return `an advance notice of ${notice === 1 ? '1 day' : `${notice} days`} is required`;
  return `arrivals of today are accepted before ${property.sameDayUntil}, and it is ${now.time} at the property`;
}

function brokenByLength(
  { property }: CalendarSources,
  settings: NightSettings,
  occupants: readonly Occupant[],
  stay: Stay,
): BrokenRule[] {
  const { arrival, departure } = stay;
  const nights = nightCount(stay);
  const rules = settings.rulesOf(arrival);
  const minimum = minNightsOnArrival(rules.minNights, property.minNightsInGap, occupants, dayNumber(arrival));
  const maximum = Math.min(rules.maxNights ?? MAX_NIGHTS, MAX_NIGHTS);
  const asked = `for an arrival on ${arrival}, and a departure on ${departure} makes ${count(nights)}`;
  return [
    ...broken(
      nights < minimum,
      'min_nights',
      () =>
        `A minimum of ${count(minimum)} is required ${asked}; the earliest departure is ${addDays(arrival, minimum)}`,
    ),
    ...broken(nights > maximum, 'max_nights', () =>
      maximum < 1
        ? `A maximum of ${count(maximum)} is allowed ${asked}; no stay can arrive on that day`
        : `A maximum of ${count(maximum)} is allowed ${asked}; the latest departure is ${addDays(arrival, maximum)}`,
    ),
  ];
}

function brokenByDays(settings: NightSettings, stay: Stay): BrokenRule[] {
  const { arrival, departure } = stay;
  const mayArrive = (date: string) => !settings.rulesOf(date).isArrivalDisallowed;
  const mayDepart = (date: string) => !settings.rulesOf(date).isDepartureDisallowed;
  const disallowed = nightsOf(stay).filter((night) => settings.rulesOf(night).isStayDisallowed);
  return [
    ...broken(
      !mayArrive(arrival),
      'arrival_disallowed',
      () => `An arrival on ${withWeekday(arrival)}, is not allowed; ${nextAllowed(arrival, mayArrive)}`,
    ),
    ...broken(
      !mayDepart(departure),
      'departure_disallowed',
      () => `A departure on ${withWeekday(departure)}, is not allowed; ${nextAllowed(departure, mayDepart)}`,
    ),
    ...broken(
      disallowed.length > 0,
      'stay_disallowed',
      () => `Stays are not allowed on ${describeNights(disallowed)}; the stay must not include these nights`,
    ),
  ];
}

function withWeekday(date: string): string {
  return `${WEEKDAYS[weekdayOf(date)]}, ${date}`;
}

function nextAllowed(date: string, isAllowed: (date: string) => boolean): string {
  const day = dayNumber(date);
  const later = Array.from({ length: DAYS_LOOKED_AHEAD }, (_, index) => dateOfDay(day + 1 + index)).find(isAllowed);
  if (!later) return `none of the next ${DAYS_LOOKED_AHEAD} days allows one`;
  return `the next day that allows one is ${withWeekday(later)}`;
}
