import { addDays, dayNumber } from '@keyhaven/stays/calendar-date';
import { fromMinor } from '@keyhaven/stays/money';
import { nightsOf } from '@keyhaven/stays/nights';
import { type NightSale, nightSales } from './night-sales';
import { nightSettings } from '../../nights/domain/night-settings';
import {
  isLinked,
  type Occupant,
  occupantsOf,
  occupiedNights,
  requiredGap,
  statusOf,
} from '../../nights/domain/occupied-nights';
import type { NightPrice, Occupancy, CalendarSources } from '../../nights/domain/calendar-sources';
import type { Night } from './night';
import { priceInForce } from '../../nights/domain/price-in-force';
import { lastNightOfWindow } from '../../nights/domain/sales-period';

/** A night and what is known about the nights next to it. */
interface NightContext {
  date: string;
  occupant: Occupancy | undefined;
  /** The record that occupies the previous night. */
  occupantBefore: Occupancy | undefined;
  /** The records that overbook the night in addition to its occupant. */
  overbooked: readonly Occupancy[];
  /** Whether a stay of the property itself, not a linked one, arrives or departs on the date. */
  isArrival: boolean;
  isDeparture: boolean;
  isInGap: boolean;
  /** Whether and how the night can be sold. Undefined for past nights. */
  sale: NightSale | undefined;
}

/**
 * Computes the nights of a property for the calendar, from `from` to `to`, both included. Nights
 * beyond the booking window or before the recorded history are omitted. The run time grows linearly
 * with the number of nights, because possible stays are not enumerated.
 */
export function computeNights(sources: CalendarSources, from: string, to: string): Night[] {
  const { first, last } = answeredRange(sources, from, to);
  if (first > last) return [];
  const settings = nightSettings(sources);
  const occupants = occupantsOf(sources);
  const sales = nightSales(sources, settings, occupants, first, last);
  const isGapRequired = requiredGap(sources.property) > 0;
  // Include the night before `first`: a linked record that occupies that night but not `first` departs on `first`.
  const { shown, overbooked, isInGap } = occupiedNights(occupants, dayNumber(first) - 1, dayNumber(last) + 1);
  const { arrivals, departures } = edgesOf(occupants);
  return nightsOf({ arrival: first, departure: addDays(last, 1) }).map((date, index) => {
    const night: NightContext = {
      date,
      occupant: shown[index + 1],
      occupantBefore: shown[index],
      overbooked: overbooked[index + 1] ?? [],
      isArrival: arrivals.has(date),
      isDeparture: departures.has(date),
      isInGap: isInGap[index + 1]!,
      sale: sales.get(date),
    };
    const rate = presentPrice(priceInForce(sources, settings, date), sources.property.currencyCode);
    const rules = presentRules(night, isGapRequired, rate !== null);
    const holiday = settings.holidayOf(date);
    return {
      date,
      ...presentStatus(night),
      ...presentOccupancy(night),
      ...(rate && { rate }),
      ...(Object.keys(rules).length > 0 && { rules }),
      ...(holiday !== null && { holiday_name: holiday }),
    };
  });
}

function answeredRange(sources: CalendarSources, from: string, to: string): { first: string; last: string } {
  const { now, history } = sources;
  // Without a recorded history, the calendar begins with today.
  const recorded = history.from < now.date ? history.from : now.date;
  const lastOfWindow = lastNightOfWindow(sources);
  return {
    first: from > recorded ? from : recorded,
    last: lastOfWindow !== null && lastOfWindow < to ? lastOfWindow : to,
  };
}

/**
 * A vacant night is a required gap if it is too near to a stay. It is an orphan if it cannot be sold now, but could be
 * sold if the stays around it did not exist.
 */
function presentStatus({ occupant, isInGap, sale }: NightContext): Pick<Night, 'status' | 'gap_type'> {
  if (occupant) return { status: statusOf(occupant) };
  if (sale && isInGap) return { status: 'gap', gap_type: 'required' };
  if (sale && !sale.isSellable && sale.isSellableWhenVacant) return { status: 'gap', gap_type: 'orphan' };
  return { status: 'available' };
}

/** The dates on which the property's own stays arrive and depart. Overbooked stays are included. */
function edgesOf(occupants: readonly Occupant[]): { arrivals: Set<string>; departures: Set<string> } {
  const own = occupants.map(({ record }) => record).filter((record) => !isLinked(record));
  return {
    arrivals: new Set(own.map(({ arrival }) => arrival)),
    departures: new Set(own.map(({ departure }) => departure)),
  };
}

/** A linked record sets is_arrival or is_departure only where a run of blocked nights begins or ends. */
function presentOccupancy(night: NightContext): Partial<Night> {
  const { occupant, occupantBefore, overbooked } = night;
  const isBlocked = (record: Occupancy | undefined) => record !== undefined && statusOf(record) === 'blocked';
  const runBegins = occupant && isLinked(occupant) && !isBlocked(occupantBefore);
  const runEnds = occupantBefore && isLinked(occupantBefore) && !isBlocked(occupant);
  return {
    ...((night.isArrival || runBegins) && { is_arrival: true }),
    ...((night.isDeparture || runEnds) && { is_departure: true }),
    ...(occupant && { booking_id: occupant.bookingId }),
    ...(overbooked.length > 0 && {
      overbooked_booking_ids: overbooked.map(({ bookingId }) => bookingId).sort((a, b) => a - b),
    }),
  };
}

function presentPrice(price: NightPrice | null, currencyCode: string): Night['rate'] | null {
  return (
    price && {
      rent: fromMinor(price.rentMinor, currencyCode),
      amount: fromMinor(price.amountMinor, currencyCode),
      ...(price.seasonId !== null && { season_id: price.seasonId }),
      ...(price.isSpotRate && { is_spot_rate: true }),
    }
  );
}

/** A past night has no rules, except that a vacant past night disallows stays. */
function presentRules(
  { occupant, sale }: NightContext,
  isGapRequired: boolean,
  hasPrice: boolean,
): NonNullable<Night['rules']> {
  if (!sale) return occupant ? {} : { is_stay_disallowed: true };
  const { rules, minNights } = sale;
  const isInNoStay = !occupant && !sale.isSellable && !sale.isSellableWhenVacant;
  const isStayDisallowed = rules.isStayDisallowed || !hasPrice || isInNoStay;
  return {
    ...(minNights > 1 && { min_nights: minNights }),
    ...(rules.maxNights !== null && { max_nights: rules.maxNights }),
    ...(rules.isArrivalDisallowed && { is_arrival_disallowed: true }),
    ...(rules.isDepartureDisallowed && { is_departure_disallowed: true }),
    ...(isGapRequired && { is_gap_required: true }),
    ...(isStayDisallowed && { is_stay_disallowed: true }),
  };
}
