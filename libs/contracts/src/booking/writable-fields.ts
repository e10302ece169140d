import { z } from 'zod';
import { calendarDate, timeOfDay } from '../shared/dates';
import { booleanInput, idInput, text, webAddress, wholeNumberInput, wordInput } from '../shared/inputs';
import { instantInput } from '../shared/instants';
import { bookingStatuses } from './booking';
import { customFieldsInput, type SentAnnotations, tagsInput } from './custom-fields';

/**
 * The fields of bookings and quotes that integrations write, each defined once. The schemas of POST
 * and PATCH, the stored fields, and the fields that a booking copies from its quote are derived
 * from these objects. Null clears a text.
 *
 * To add a field, add it to one of these objects and to the schema of the record. The compiler then
 * reports most of the other places that must be changed. It does not report these: quotes of version 1
 * (`legacy-quote.ts`), the fields of a hold (`hold-nights.ts`), and the migration of stored stays.
 */

const guestCount = wholeNumberInput(0, 1000);

/**
 * Fields that bookings and quotes store as they were sent. A booking that accepts a quote copies
 * the quote's values.
 */
export const fieldsFromQuote = z.object({
  property_id: idInput.describe('Property of the stay.'),
  arrival: calendarDate.describe('Day of arrival, `yyyy-mm-dd` without a time. It is also the first night.'),
  departure: calendarDate.meta({
    example: '2026-07-08',
    description:
      'Day of departure, `yyyy-mm-dd` without a time, 1 to 1,100 nights after `arrival`. It is not a night of the stay.',
  }),
  check_in: timeOfDay
    .nullable()
    .describe(
      "Earliest time of arrival at the property, `HH:mm`. Default for a new record: the property's. Null clears it later.",
    ),
  check_out: timeOfDay
    .nullable()
    .describe(
      "Latest time of departure at the property, `HH:mm`. Default for a new record: the property's. Null clears it later.",
    ),
  adults: guestCount.describe('Number of adults, at most 1,000. Default 0. `generate_charges` needs at least 1.'),
  children: guestCount.describe('Number of children, at most 1,000. Default 0. Adults and children count as guests.'),
  infants: guestCount.describe('Number of infants, at most 1,000. Default 0. They do not count as guests.'),
  pets: guestCount.describe('Number of pets, at most 1,000. Default 0. They do not count as guests.'),
  guest_id: idInput.nullable().describe('Guest of the stay, from `v2/guests`. Null clears it. A block has no guest.'),
  listing_site_id: idInput
    .nullable()
    .describe(
      'Listing site of the stay, from `v2/listing_sites`. Null clears it. A site that is unknown, or newly sent while ' +
        'inactive, is a 400. A block has none.',
    ),
  notes: text(50_000).nullable().describe("The host's notes, at most 50,000 characters. Null clears them."),
});

/**
 * Fields that bookings store as they were sent. If a booking accepts a quote, their values come from the request that
 * accepts it. Tags and custom fields that this request does not send are copied from the quote.
 */
export const fieldsFromAcceptance = z.object({
  title: text(500).nullable().describe('Title of the booking, at most 500 characters. Null clears it.'),
  check_in_end: timeOfDay
    .nullable()
    .describe(
      "Latest time of arrival at the property, `HH:mm`. Default for a new record: the property's. Null clears it later.",
    ),
  cleaning_date: instantInput
    .nullable()
    .describe('When the property is cleaned for this stay: ISO 8601, UTC unless it has an offset. Null clears it.'),
  tags: tagsInput,
  fields: customFieldsInput,
});

export const storedBookingFields = z.object({
  ...fieldsFromQuote.shape,
  ...fieldsFromAcceptance.shape,
  status: wordInput(bookingStatuses).describe(
    'Default `active`. `canceled` frees the nights. A canceled booking can become `active` or `pending` again while its ' +
      'nights are free (otherwise a 409). From `active` to `pending` is a 400. A block is never pending.',
  ),
});
export type StoredBookingFields = z.output<typeof storedBookingFields>;

/**
 * The fields that are not stored as they were sent. Tags and custom fields are stored with the ids
 * of their definitions.
 */
const annotations = { tags: true, fields: true } as const satisfies Record<keyof SentAnnotations, true>;
export const plainBookingFields = storedBookingFields.omit(annotations);
export type PlainBookingFields = z.output<typeof plainBookingFields>;
export const plainFieldsFromAcceptance = fieldsFromAcceptance.omit(annotations);
export type PlainFieldsFromAcceptance = z.output<typeof plainFieldsFromAcceptance>;

/** A web address of at most 256 characters. A blank text clears it. */
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
  .meta({
    type: 'string',
    format: 'uri',
    nullable: true,
    description:
      "Where the guest's browser goes after the quote was accepted on its payment form: an http or https address of at " +
      "most 256 characters. It takes precedence over the property's. A blank text or null clears it.",
  });

export const storedQuoteFields = z.object({
  ...fieldsFromQuote.shape,
  tags: tagsInput,
  fields: customFieldsInput,
  hold_dates: booleanInput.describe(
    'Whether the quote holds its nights, as a booking of type `quote_hold`, until it expires or is deleted. Default false.',
  ),
  redirect_after_booking_url: redirectInput,
});
export const plainQuoteFields = storedQuoteFields.omit(annotations);
export type PlainQuoteFields = z.output<typeof plainQuoteFields>;

const ignoreRules = booleanInput.describe(
  'Skips the rules of the property. Taken nights and missing prices are still refused. The answer lists the rules that ' +
    'the stay breaks in `broken_rules`. Default false.',
);
const discountCode = text(100).nullable();

/**
 * All fields of a booking that integrations write. Some are stored; the others are instructions for
 * one request.
 */
export const writableBookingFields = z.object({
  ...storedBookingFields.shape,
  generate_charges: booleanInput.describe(
    "Computes the charges of the stay at the property's present prices, and checks its limits of guests and nights. " +
      'Past nights have the rates from when their day ended. On an existing booking it replaces all charges. Needs at ' +
      'least 1 adult; not for blocks. Default false.',
  ),
  ignore_rules: ignoreRules.describe(
    'With `generate_charges`: skips the limits of guests and nights. Missing prices are still refused. The answer lists ' +
      'the rules that the stay breaks in `broken_rules`. Default false.',
  ),
  discount_code: discountCode.describe(
    'Code of a discount, at most 100 characters, for the charges. A new code needs `generate_charges`. An unknown, ' +
      'expired or inapplicable code is a 400.',
  ),
  is_block: booleanInput.describe(
    'True makes a block: nights that are unavailable, without a guest. A PATCH turns a booking into a block if it has ' +
      'no guest, charges and listing site; null for `guest_id`, `charges` and `listing_site_id` clears them in the same ' +
      'request. False turns a block into a booking.',
  ),
});

/** All fields of a quote that integrations write. */
export const writableQuoteFields = z.object({
  ...storedQuoteFields.shape,
  arrival: calendarDate.describe(
    'Day of arrival, `yyyy-mm-dd` without a time. It is also the first night. It must not be over at the property.',
  ),
  adults: guestCount.describe('Number of adults, from 1 to 1,000. Default 1.'),
  guest_id: fieldsFromQuote.shape.guest_id.describe(
    'Guest to whom the stay is offered, from `v2/guests`. Null clears it.',
  ),
  listing_site_id: fieldsFromQuote.shape.listing_site_id.describe(
    'Listing site of the stay, from `v2/listing_sites`. Null clears it. A site that is unknown, or newly sent while ' +
      'inactive, is a 400.',
  ),
  generate_charges: booleanInput.describe(
    'Computes all charges at the present prices. Default true on POST, false on PATCH, which then keeps the charges even ' +
      'if the dates change.',
  ),
  ignore_rules: ignoreRules,
  discount_code: discountCode.describe(
    'Code of a discount, at most 100 characters. An unknown, expired or inapplicable code is a 400. It changes the ' +
      'charges when they are computed. Null clears it.',
  ),
  expires_utc: instantInput.describe(
    'When the offer ends: ISO 8601, UTC unless it has an offset, in the future. Default for a new quote: 72 hours from now, or 24 with ' +
      '`hold_dates`. Reduced to the end of the day of arrival at the property.',
  ),
  listing_site: text(100)
    .nullable()
    .describe(
      'Name of a listing site, instead of `listing_site_id`, in any case. If both are sent, they must be the same site.',
    ),
  test: booleanInput.describe(
    'Checks and computes everything, and answers with charges, but stores nothing and holds no nights. Default false.',
  ),
});

/** Returns the values that a body has for these fields. Fields that were not sent are left out. */
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

/** Returns the values that the body of a POST has for these fields. A null counts as not sent. */
export function pickForCreation<Shape extends z.ZodRawShape>(
  fields: z.ZodObject<Shape>,
  body: { readonly [Name in keyof Shape]?: unknown },
): Partial<z.output<z.ZodObject<Shape>>> {
  return Object.fromEntries(Object.entries(pickSent(fields, body)).filter(([, value]) => value !== null)) as Partial<
    z.output<z.ZodObject<Shape>>
  >;
}

/** Returns the values of a record for these fields. */
export function pickFields<Shape extends z.ZodRawShape>(
  fields: z.ZodObject<Shape>,
  record: z.output<z.ZodObject<Shape>>,
): z.output<z.ZodObject<Shape>> {
  return pickSent(fields, record) as z.output<z.ZodObject<Shape>>;
}

/**
 * The fields without a default value. The body that creates a booking or a quote must contain them.
 */
type RequiredField = 'property_id' | 'arrival' | 'departure';

/**
 * Returns the values of a new record for these fields: the values in the body, otherwise the
 * defaults. A null counts as not sent.
 */
export function withDefaults<Shape extends z.ZodRawShape>(
  fields: z.ZodObject<Shape>,
  body: { readonly [Name in keyof Shape]?: unknown } & Pick<StoredBookingFields, RequiredField>,
  defaults: Omit<z.output<z.ZodObject<Shape>>, RequiredField>,
): z.output<z.ZodObject<Shape>> {
  const byField: Record<string, unknown> = defaults;
  return Object.fromEntries(
    Object.keys(fields.shape).map((field) => [field, body[field] ?? byField[field]]),
  ) as z.output<z.ZodObject<Shape>>;
}
