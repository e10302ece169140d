import { calendarDate } from '@keyhaven/contracts/shared/dates';
import { parseInstant } from '@keyhaven/contracts/shared/instants';
import type { ChangeEvent } from '@keyhaven/events/change-event';
import { ImpossibleEvent } from '@keyhaven/events/event-bus';
import { z } from 'zod';
import type { OccupancyFields } from '../store/occupancy-copy';

/**
 * The fields of a booking that pricing uses. Unknown types and statuses are accepted, because the booking occupies its
 * nights anyway.
 */
const bookingRecord = z
  .object({
    property_id: z.int(),
    arrival: calendarDate,
    departure: calendarDate,
    type: z.string(),
    status: z.string(),
    pending_until_utc: z.string().nullish(),
    overbooked_nights: z.array(z.object({ date: calendarDate })).nullish(),
  })
  .refine(({ arrival, departure }) => departure > arrival, { error: 'the departure must be after arrival' });
const bookingPrivate = z.object({
  source_booking_id: z.int().nullish(),
  source_type: z.string().nullish(),
  expires_utc: z.string().nullish(),
});

/**
 * Reads from an event where a booking is on the calendar, and how it is shown.
 * @throws ImpossibleEvent when a field is missing or invalid.
 */
export function readPlacement(event: ChangeEvent): OccupancyFields {
  const record = bookingRecord.safeParse(event.entity);
  const extra = bookingPrivate.safeParse(event.private);
  if (!record.success) throw new ImpossibleEvent(`the booking is invalid: ${record.error.message}`);
  if (!extra.success) throw new ImpossibleEvent(`the private part of the booking is invalid: ${extra.error.message}`);
  const { property_id, arrival, departure, type, status, pending_until_utc, overbooked_nights } = record.data;
  const { source_booking_id, source_type, expires_utc } = extra.data;
  const isHold = type === 'quote_hold' || source_type === 'quote_hold';
  return {
    property_id,
    arrival,
    departure,
    type,
    source_type: source_type ?? null,
    source_booking_id: source_booking_id ?? null,
    // Only holds and their linked records expire without an event. When a pending booking of another type expires, the
    // booking service publishes an event.
    expires_utc: isHold ? instantOf(expires_utc ?? pending_until_utc) : null,
    overbooked_nights: (overbooked_nights ?? []).map(({ date }) => date).sort(),
    occupies: event.action !== 'entity_delete' && status !== 'canceled',
  };
}

function instantOf(text: string | null | undefined): Date | null {
  if (text == null) return null;
  const instant = parseInstant(text);
  if (!instant) throw new ImpossibleEvent(`the booking expires at ${text}, which is not a valid instant`);
  return instant;
}
