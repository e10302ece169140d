import { z } from 'zod';
import { calendarDate, timeOfDay } from '../shared/dates';
import { booleanInput, idInput, text, webAddress, wholeNumberInput, wordInput } from '../shared/inputs';
import { instantInput } from '../shared/instants';
import { bookingStatuses } from './booking';
import { customFieldsInput, tagsInput } from './custom-fields';

/**
 * The fields of bookings and quotes that integrations write, each defined once. The schemas of POST and PATCH, the
 * stored fields, and the fields that a booking copies from its quote are derived from these objects. To add a field,
 * add it to one of them and to the record that is read; the compiler reports the rest, except version 1 of quotes, which
 * has only the fields that `legacy-quote.ts` names, what a hold shows (`hold-nights.ts`) and a migration of stored stays.
 * Null clears a text.
 */

const guestCount = wholeNumberInput(0, 1000);

/** Stored as sent, in bookings and quotes. A booking that accepts a quote copies the quote's values. */
export const fieldsFromQuote = z.object({
  property_id: idInput,
  arrival: calendarDate,
  departure: calendarDate,
  check_in: timeOfDay.nullable(),
  check_out: timeOfDay.nullable(),
  adults: guestCount,
  children: guestCount,
  infants: guestCount,
  pets: guestCount,
  guest_id: idInput.nullable(),
  listing_site_id: idInput.nullable(),
  notes: text(50_000).nullable(),
});

/** Stored as sent, in bookings. A booking that accepts a quote has the values of the request that accepts it. */
export const fieldsFromAcceptance = z.object({
  title: text(500).nullable(),
  check_in_end: timeOfDay.nullable(),
  cleaning_date: instantInput.nullable(),
  tags: tagsInput,
  fields: customFieldsInput,
});
export type FieldsFromAcceptance = z.output<typeof fieldsFromAcceptance>;

export const storedBookingFields = z.object({
  ...fieldsFromQuote.shape,
  ...fieldsFromAcceptance.shape,
  status: wordInput(bookingStatuses),
});
export type StoredBookingFields = z.output<typeof storedBookingFields>;

/** A web address of at most 256 characters, or a blank that clears it (specification, Quotes). */
const redirectInput = z
  .union(
    [
      z
        .string()
        .regex(/^\s*$/)
        .transform(() => null),
      z.null(),
      webAddress(256),
    ],
    {
      error: 'expected an absolute address of at most 256 characters that begins with http:// or https://, or a blank',
    },
  )
  .meta({ type: 'string', format: 'uri' });

export const storedQuoteFields = z.object({
  ...fieldsFromQuote.shape,
  tags: tagsInput,
  hold_dates: booleanInput,
  redirect_after_booking_url: redirectInput,
});
export type StoredQuoteFields = z.output<typeof storedQuoteFields>;

const instructions = z.object({
  generate_charges: booleanInput,
  /**
   * Skips the rules of the property. Occupied nights and missing prices are still refused. The answer lists the broken
   * rules.
   */
  ignore_rules: booleanInput,
  /** On bookings it is used only when charges are calculated, so it is sent with generate_charges. */
  discount_code: text(100).nullable(),
});

/** All fields of a booking that integrations write: stored fields, and instructions that the service carries out. */
export const writableBookingFields = z.object({
  ...storedBookingFields.shape,
  ...instructions.shape,
  is_block: booleanInput,
});

/** All fields of a quote that integrations write. */
export const writableQuoteFields = z.object({
  ...storedQuoteFields.shape,
  ...instructions.shape,
  expires_utc: instantInput,
  /** The name of a listing site, instead of its id. */
  listing_site: text(100).nullable(),
  /** Checks and calculates everything, and stores nothing. */
  test: booleanInput,
});

/** The values of a body for these fields, without those that were not sent. */
export function pickSent<Shape extends z.ZodRawShape>(
  fields: z.ZodObject<Shape>,
  body: { readonly [Name in keyof Shape]?: unknown },
): Partial<z.output<z.ZodObject<Shape>>> {
  return Object.fromEntries(
    Object.keys(fields.shape)
      .filter((field) => body[field] !== undefined)
      .map((field) => [field, body[field]]),
  ) as Partial<z.output<z.ZodObject<Shape>>>;
}

/** The values of a record for these fields. */
export function pickFields<Shape extends z.ZodRawShape>(
  fields: z.ZodObject<Shape>,
  record: z.output<z.ZodObject<Shape>>,
): z.output<z.ZodObject<Shape>> {
  return pickSent(fields, record) as z.output<z.ZodObject<Shape>>;
}

/** The fields without a default: the body of a new booking or quote must have them. */
type NeededField = 'property_id' | 'arrival' | 'departure';

/**
 * The values of a new record for these fields: those that the body sends, otherwise the defaults. Null counts as not
 * sent.
 */
export function withDefaults<Shape extends z.ZodRawShape>(
  fields: z.ZodObject<Shape>,
  body: { readonly [Name in keyof Shape]?: unknown } & Pick<StoredBookingFields, NeededField>,
  defaults: Omit<z.output<z.ZodObject<Shape>>, NeededField>,
): z.output<z.ZodObject<Shape>> {
  const byField: Record<string, unknown> = defaults;
  return Object.fromEntries(
    Object.keys(fields.shape).map((field) => [field, body[field] ?? byField[field]]),
  ) as z.output<z.ZodObject<Shape>>;
}
