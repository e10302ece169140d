import { addDays, dayNumber } from '@keyhaven/stays/calendar-date';
import { fromMinor } from '@keyhaven/stays/money';
import { nightsOf } from '@keyhaven/stays/nights';
import { type NightSale, nightSales } from './night-sales';
import { type NightSettings, nightSettings } from '../../nights/domain/night-settings';
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
import { lastNightOfWindow } from '../../nights/domain/sales-period';

/** A night with what surrounds it. */
interface NightContext {
  date: string;
  occupant: Occupancy | undefined;
  /** The occupant of the night before. */
  occupantBefore: Occupancy | undefined;
  /** The overbooked records that share the night with its occupant. */
  overbooked: readonly Occupancy[];
  /** Whether a stay at the property itself arrives or departs on the date. */
  isArrival: boolean;
  isDeparture: boolean;
  isInGap: boolean;
  /** Undefined on past nights. */
  sale: NightSale | undefined;
}

/**
 * Computes the nights of a property as the calendar shows them, from one date to another, both included. Nights beyond
 * the booking window and before the recorded history are left out. The work grows with the number of nights that stays
 * reach around the range, not with the number of possible stays.
 */
export function computeNights(sources: CalendarSources, from: string, to: string): Night[] {
  const { first, last } = answeredRange(sources, from, to);
  if (first > last) return [];
  const settings = nightSettings(sources);
  const occupants = occupantsOf(sources);
  const sales = nightSales(sources, settings, occupants, first, last);
  const isGapRequired = requiredGap(sources.property) > 0;
  // The night before the first one decides whether a linked record departs on the first.
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
    const rate = presentPrice(priceShown(sources, settings, date), sources.property.currencyCode);
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
  // Without a history, the nights begin today.
  const recorded = history.from < now.date ? history.from : now.date;
  const lastOfWindow = lastNightOfWindow(sources);
  return {
    first: from > recorded ? from : recorded,
    last: lastOfWindow !== null && lastOfWindow < to ? lastOfWindow : to,
  };
}

/** Gaps are vacant nights from today on that are too near to a stay, or sellable only if nothing else were occupied. */
function presentStatus({ occupant, isInGap, sale }: NightContext): Pick<Night, 'status' | 'gap_type'> {
  if (occupant) return { status: statusOf(occupant) };
  if (sale && isInGap) return { status: 'gap', gap_type: 'required' };
  if (sale && !sale.isSellable && sale.isSellableWhenVacant) return { status: 'gap', gap_type: 'orphan' };
  return { status: 'available' };
}

/** The dates on which stays at the property itself arrive and depart, including overbooked ones. */
function edgesOf(occupants: readonly Occupant[]): { arrivals: Set<string>; departures: Set<string> } {
  const own = occupants.map(({ record }) => record).filter((record) => !isLinked(record));
  return {
    arrivals: new Set(own.map(({ arrival }) => arrival)),
    departures: new Set(own.map(({ departure }) => departure)),
  };
}

/** Linked availability shows an arrival or departure only where a run of blocked nights begins or ends with it. */
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

/** The price in force; for a past night, the one that was in force when its day ended. */
function priceShown({ now, history }: CalendarSources, settings: NightSettings, date: string): NightPrice | null {
  const recorded = date < now.date ? history.prices.get(date) : undefined;
  return recorded === undefined ? settings.priceOf(date) : recorded;
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

/** A past night shows no rules, except that a vacant one disallows stays. */
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
