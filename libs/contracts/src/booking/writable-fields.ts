import { z } from 'zod';
import { calendarDate, timeOfDay } from '../shared/dates';
import { booleanInput, idInput, text, webAddress, wholeNumberInput, wordInput } from '../shared/inputs';
import { instantInput } from '../shared/instants';
import { bookingStatuses } from './booking';
import { customFieldsInput, tagsInput } from './custom-fields';

/*
 * The fields that integrations write of bookings and quotes, each once. The schemas of POST and PATCH, the fields that
 * are stored, and what a booking takes over from its quote are derived from these objects. A new field is added to one
 * of them, and to the record that is read; the compiler asks for the rest. Texts may be cleared with null.
 */

const guestCount = wholeNumberInput(0, 1000);

/** Stored as sent, in bookings and quotes. A booking that accepts a quote has the quote's values. */
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

/** Stored as sent, in bookings. A booking that accepts a quote has the values that the acceptance sends. */
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

/** An address of at most 256 characters, or a blank that clears it (specification, Quotes). */
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
  /** Skips the rules of the property, never taken nights or missing prices; the answer lists what was broken. */
  ignore_rules: booleanInput,
  /** On bookings it counts when charges are made: it is sent with generate_charges. */
  discount_code: text(100).nullable(),
});

/** All that integrations write of a booking: the stored fields, and instructions that the service carries out. */
export const writableBookingFields = z.object({
  ...storedBookingFields.shape,
  ...instructions.shape,
  is_block: booleanInput,
});

/** All that integrations write of a quote. */
export const writableQuoteFields = z.object({
  ...storedQuoteFields.shape,
  ...instructions.shape,
  expires_utc: instantInput,
  /** The name of a listing site, in place of its id. */
  listing_site: text(100).nullable(),
  /** Evaluates everything and stores nothing. */
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
