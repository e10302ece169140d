import { z } from 'zod';
import { idInput, text, webAddress, wordInput } from '../shared/inputs';
import { instantInput } from '../shared/instants';
import { currencyCode, MAX_AMOUNT, percent } from '../shared/money';
import { echoesOf } from '../shared/server-decided';
import { charge, chargeTypes } from './charge';
import { writableBookingFields } from './writable-fields';

/**
 * Fields of a booking that operators can write and integrations cannot. Each is mapped to the
 * reason in the error message.
 */
const decidedByOperator = {
  type: 'it is decided by is_block',
  booked_utc: 'it is set when the booking is created',
  canceled_utc: 'it is decided by status',
  currency_code: 'it is decided by the property',
  cancellation_policy_description: 'it is decided by the operator',
  agreements: 'they are recorded by the operator',
  travel_insurance: 'it is recorded by the operator',
  charges: 'they are made by generate_charges',
  door_codes: 'they are recorded by the operator',
} as const;

/**
 * Fields that neither integrations nor operators can write. Each is mapped to the reason in the
 * error message.
 */
export const decidedForOperator = {
  id: 'ids are assigned by the server',
  property: 'it is decided by property_id',
  guest: 'it is decided by guest_id',
  owner_id: 'it is decided by the property',
  quote_id: 'it is set when a quote is accepted',
  created_utc: 'it is set when the record is created',
  updated_utc: 'it is set with each change',
  pending_until_utc: 'it is decided by status',
  listing_site: 'it is decided by listing_site_id',
  platform_reservation_number: 'it is decided by the channel',
  platform_email_address: 'it is decided by the channel',
  form_key: 'it is assigned by the server',
  thread_ids: 'they are decided by the messages',
  total_amount: 'it is the sum of the charges',
  total_host_fees: 'it is decided by the financial records',
  total_paid: 'it is decided by the payments',
  total_refunded: 'it is decided by the refunds',
  total_owed: 'it is decided by charges, payments and refunds',
  has_problem: 'it is decided by the bookings that have its nights',
  overbooked_nights: 'they are decided by the bookings that have them',
  broken_rules: 'they are found by the server',
  discount_code: 'it is decided by generate_charges of v2/bookings',
} as const;

/**
 * Fields that an operator's PATCH cannot change. Includes the type of a booking, which operators can
 * set only when they create the booking.
 */
export const decidedForOperatorPatch = {
  ...decidedForOperator,
  type: 'it is decided when the booking is created, and by is_block of PATCH v2/bookings/{id}',
  is_block: 'it is decided when the booking is created, and by is_block of PATCH v2/bookings/{id}',
} as const;

/** Integrations may write the discount code, in a request that also has generate_charges. */
const { discount_code: _written, ...decidedForAll } = decidedForOperator;
/**
 * Fields that integrations cannot write, each mapped to the reason in the error message. A body may
 * contain them with their current values, because clients send back what they read. Other values
 * are refused.
 */
export const serverDecided = { ...decidedByOperator, ...decidedForAll } as const;
const echoes = echoesOf(serverDecided);
const operatorEchoes = echoesOf(decidedForOperator);

export const bookingCreation = writableBookingFields
  .partial()
  .required({ property_id: true, arrival: true, departure: true })
  .extend(echoes.shape);
export type BookingCreation = z.output<typeof bookingCreation>;

const required = ['property_id', 'arrival', 'departure'] as const;

function requiredWithoutQuote<const Field extends (typeof required)[number]>(field: Field) {
  const schema = writableBookingFields.shape[field];
  return schema.optional().describe(`${schema.description} Required unless \`quote_id\` is sent.`);
}

/**
 * The body that creates a booking. It either describes the stay or contains the id of the quote to
 * accept.
 */
export const bookingRequest = writableBookingFields
  .partial()
  .extend({
    ...echoes.shape,
    property_id: requiredWithoutQuote('property_id'),
    arrival: requiredWithoutQuote('arrival'),
    departure: requiredWithoutQuote('departure'),
    status: writableBookingFields.shape.status
      .optional()
      .describe('`active`, the default, or `pending`. A block is never pending.'),
    quote_id: idInput
      .nullable()
      .optional()
      .describe('The open quote to accept. The stay, guest and charges are then those of the quote.'),
  })
  .superRefine((body, context) => {
    if (body.quote_id != null) return;
    for (const field of required) {
      if (body[field] === undefined)
        context.addIssue({ code: 'custom', path: [field], message: 'send it, or the quote_id of the quote to accept' });
    }
  })
  .meta({
    id: 'BookingCreation',
    description:
      'A new booking: either `property_id`, `arrival` and `departure`, or the `quote_id` of a quote. Null counts as not ' +
      'sent.',
  });
export type BookingRequest = z.output<typeof bookingRequest>;

/** Whether a request describes the stay itself, rather than accepting a quote. */
export function isBookingCreation(body: BookingRequest): body is BookingRequest & BookingCreation {
  return body.quote_id == null && required.every((field) => body[field] !== undefined);
}

export const bookingPatch = writableBookingFields
  .partial()
  .extend(echoes.shape)
  .meta({ id: 'BookingPatch', description: 'A change of a booking. Fields that are not sent stay as they are.' });
export type BookingPatch = z.output<typeof bookingPatch>;

const money = z.number({ error: 'expected an amount' }).min(-MAX_AMOUNT).max(MAX_AMOUNT);

/** A charge in an operator's request, with limits for every text and number. */
const chargeInput = charge.extend({
  type: wordInput(chargeTypes).describe('Kind of the charge.'),
  description: text(500).describe('Text for people, at most 500 characters.'),
  amount: money.describe(
    'Amount of the line in the currency of the booking, with no more decimals than that currency. Negative for a discount.',
  ),
  rate: money.describe('What the amount was computed from: a price, an amount or a percentage.'),
  position: z
    .int()
    .min(0)
    .max(999)
    .describe(
      'Place in the list of charges, from 0. The charges are sorted by it; those with equal positions keep their order.',
    ),
  commission_amount: money.describe("The manager's part of `amount`, with no more decimals than the currency."),
  owner_amount: money.describe("The owner's part of `amount`, with no more decimals than the currency."),
  owner_commission_percent: percent.describe('The percentage of the commission, from 0 to 100.'),
});

/**
 * Fields of a booking that only operators write. POST and PATCH store the values as they were sent, and the charges
 * ordered by position.
 */
export const operatorFields = z.object({
  booked_utc: instantInput.optional().describe('When the stay was booked. Default: now.'),
  canceled_utc: instantInput
    .optional()
    .describe('When a canceled booking was canceled. Default: the time of the write that cancels it.'),
  currency_code: currencyCode
    .nullable()
    .optional()
    .describe("Currency of the booking, ISO 4217. Default: the property's. It cannot change once money is recorded."),
  channel: z
    .object({
      name: text(100).min(1).describe('Name of the channel, such as "Airbnb".'),
      platform_reservation_number: text(100).min(1).describe("The channel's number of the reservation."),
      platform_email_address: text(254)
        .nullable()
        .default(null)
        .describe("The channel's e-mail address for the guest."),
    })
    .nullable()
    .optional()
    .describe(
      'The channel that manages the booking. Such a booking is stored even if its nights are taken; see ' +
        '`overbooked_nights`. Null unlinks it.',
    ),
  cancellation_policy_description: text(10_000)
    .nullable()
    .optional()
    .describe('The cancellation policy in words, at most 10,000 characters.'),
  agreements: z
    .array(
      z.object({
        date: instantInput.describe('When the guest agreed.'),
        name: text(200).min(1).describe('Name of the agreement.'),
        url: webAddress(2000).describe('Address of its text.'),
      }),
    )
    .max(50)
    .optional()
    .describe('What the guest has agreed to, at most 50 entries. The list replaces the previous one.'),
  travel_insurance: z
    .object({
      can_purchase: z.boolean().describe('Whether the guest can buy the insurance.'),
      is_purchased: z.boolean().describe('Whether the guest has bought it.'),
      purchase_url: webAddress(2000).optional().describe('Where to buy it.'),
    })
    .optional()
    .describe('The offer of a travel insurance.'),
  door_codes: z
    .array(
      z.object({
        code: text(50).min(1).describe('The code that opens the locks.'),
        lock_names: z.array(text(200)).max(20).describe('The locks that it opens, at most 20.'),
      }),
    )
    .max(50)
    .optional()
    .describe('Door codes, at most 50. The list replaces the previous one.'),
  charges: z
    .array(chargeInput)
    .max(500)
    .optional()
    .describe('The charges, at most 500. The list replaces the previous one.'),
  retained_amount: money
    .min(0)
    .nullable()
    .optional()
    .describe(
      'The amount of a canceled booking that is not refunded. Null: what was paid and not refunded when it was canceled.',
    ),
});

/** The operator's body to create a booking, including owner bookings and channel bookings. */
export const operatorBookingCreation = writableBookingFields
  .omit({ generate_charges: true, ignore_rules: true, discount_code: true })
  .partial()
  .required({ property_id: true, arrival: true, departure: true })
  .extend({
    ...operatorEchoes.shape,
    ...operatorFields.shape,
    type: wordInput(['booking', 'owner'])
      .optional()
      .describe("`booking` (the default), or `owner` for an owner's own stay, which needs a guest as its contact."),
  });
export type OperatorBookingCreation = z.output<typeof operatorBookingCreation>;

export const operatorBookingPatch = writableBookingFields
  .omit({ generate_charges: true, ignore_rules: true, discount_code: true })
  .partial()
  .extend({ ...operatorEchoes.shape, ...operatorFields.shape, type: z.unknown().optional() });
export type OperatorBookingPatch = z.output<typeof operatorBookingPatch>;
