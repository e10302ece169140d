import type { Booking } from '@keyhaven/contracts/booking/booking';
import type { Property } from '@keyhaven/contracts/booking/property';
import { bookingPublicContract } from '@keyhaven/contracts/booking/public-contract';
import type { PropertyCalendar } from '@keyhaven/contracts/pricing/calendar';
import { pricingPublicContract } from '@keyhaven/contracts/pricing/public-contract';
import { bodyOf } from '@keyhaven/service/peers/contract-client';
import { addDays } from '@keyhaven/stays/calendar-date';
import { findPropertyPage } from '../properties/find-properties';
import type { PortalServices } from '../services/portal-services';
import type { Session } from '../visit/visit';
import { type ChartRange, lastDay } from './domain/chart-range';

/** The number of properties on one page of the chart. */
export const PROPERTIES_PER_PAGE = 20;
/**
 * The maximum number of bookings that are read. In practice, 20 properties have fewer bookings in
 * eight weeks.
 */
const MAX_BOOKINGS = 1000;

export interface ChartRow {
  property: Property;
  calendar: PropertyCalendar | undefined;
  /** Bookings of all types that are not canceled. */
  bookings: Booking[];
}

export interface Chart {
  rows: ChartRow[];
  hasMoreProperties: boolean;
  /** Whether bookings are missing in the chart, because there are more than MAX_BOOKINGS. */
  isCut: boolean;
}

/** Reads a page of the chart, with one call each for properties, calendars and bookings. */
export async function readChart(
  services: Pick<PortalServices, 'api'>,
  session: Session,
  { range, text, offset }: { range: ChartRange; text: string; offset: number },
): Promise<Chart> {
  const found = await findPropertyPage(services, session, { text, offset, limit: PROPERTIES_PER_PAGE });
  if (found.properties.length === 0) return { rows: [], hasMoreProperties: false, isCut: false };
  const property_ids = found.properties.map(({ id }) => id).join(',');
  // The chart begins with the morning of its first day. This morning belongs to the previous night, so read that night
  // too.
  const dates = { from: addDays(range.from, -1), to: lastDay(range) };
  const booking = services.api('booking', bookingPublicContract, session);
  const pricing = services.api('pricing', pricingPublicContract, session);
  const [calendars, bookings] = await Promise.all([
    pricing.listCalendars({ query: { property_ids, ...dates, limit: PROPERTIES_PER_PAGE } }).then(bodyOf),
    booking
      .listBookings({ query: { property_ids, ...dates, include_guest: 'true', limit: MAX_BOOKINGS } })
      .then(bodyOf),
  ]);
  const calendarOf = new Map(calendars.items.map((calendar) => [calendar.property_id, calendar]));
  const bookingsOf = new Map<number, Booking[]>(found.properties.map(({ id }) => [id, []]));
  for (const booked of bookings.items)
    if (booked.status !== 'canceled') bookingsOf.get(booked.property_id)?.push(booked);
  return {
    rows: found.properties.map((property) => ({
      property,
      calendar: calendarOf.get(property.id),
      bookings: bookingsOf.get(property.id) ?? [],
    })),
    hasMoreProperties: found.hasMore,
    isCut: bookings.next_page_url !== null,
  };
}
