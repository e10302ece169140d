import { z } from 'zod';
import { idInput, text, webAddress, wordInput } from '../shared/inputs';
import { instantInput } from '../shared/instants';
import { currencyCode, MAX_AMOUNT, percent } from '../shared/money';
import { echoesOf } from '../shared/server-decided';
import { charge } from './charge';
import { writableBookingFields } from './writable-fields';

/** Fields of a booking that only operators write, and what decides each for integrations. */
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

/** Fields that neither integrations nor operators write, and what decides each. */
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

/** Fields that an operator's PATCH cannot change: the type of a booking is set when it is created. */
export const decidedForOperatorPatch = {
  ...decidedForOperator,
  type: 'it is decided when the booking is created, and by is_block of PATCH v2/bookings/{id}',
  is_block: 'it is decided when the booking is created, and by is_block of PATCH v2/bookings/{id}',
} as const;

/** Integrations write the discount code, with generate_charges. */
const { discount_code: _written, ...decidedForAll } = decidedForOperator;
/**
 * Fields that only the server decides, and what decides each. A body may contain them with their current values, as a
 * program does that sends back what it read; other values are refused.
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

/** The body that creates a booking: the stay itself, or the quote to accept. */
export const bookingRequest = writableBookingFields
  .partial()
  .extend({ ...echoes.shape, quote_id: idInput.nullable().optional() })
  .superRefine((body, context) => {
    if (body.quote_id != null) return;
    for (const field of required) {
      if (body[field] === undefined)
        context.addIssue({ code: 'custom', path: [field], message: 'send it, or the quote_id of the quote to accept' });
    }
  });
export type BookingRequest = z.output<typeof bookingRequest>;

/** Whether a request describes the stay itself and accepts no quote. */
export function isBookingCreation(body: BookingRequest): body is BookingRequest & BookingCreation {
  return body.quote_id == null && required.every((field) => body[field] !== undefined);
}

export const bookingPatch = writableBookingFields.partial().extend(echoes.shape);
export type BookingPatch = z.output<typeof bookingPatch>;

const money = z.number({ error: 'expected an amount' }).min(-MAX_AMOUNT).max(MAX_AMOUNT);

/** A charge as the operator writes it, with limits for every text and number. */
const chargeInput = charge.extend({
  description: text(500),
  amount: money,
  rate: money,
  position: z.int().min(0).max(999),
  commission_amount: money,
  owner_amount: money,
  owner_commission_percent: percent,
});

/** Fields of a booking that only operators write; POST and PATCH store them as sent. */
export const operatorFields = z.object({
  booked_utc: instantInput.optional(),
  /** When a canceled booking was canceled; by default the time of the write that cancels it. */
  canceled_utc: instantInput.optional(),
  currency_code: currencyCode.nullable().optional(),
  channel: z
    .object({
      name: text(100).min(1),
      platform_reservation_number: text(100).min(1),
      platform_email_address: text(254).nullable().default(null),
    })
    .nullable()
    .optional(),
  cancellation_policy_description: text(10_000).nullable().optional(),
  agreements: z
    .array(z.object({ date: instantInput, name: text(200).min(1), url: webAddress(2000) }))
    .max(50)
    .optional(),
  travel_insurance: z
    .object({ can_purchase: z.boolean(), is_purchased: z.boolean(), purchase_url: webAddress(2000).optional() })
    .optional(),
  door_codes: z
    .array(z.object({ code: text(50).min(1), lock_names: z.array(text(200)).max(20) }))
    .max(50)
    .optional(),
  charges: z.array(chargeInput).max(500).optional(),
  /**
   * The amount that is kept of a canceled booking; null means what was paid less what was refunded at the cancellation.
   */
  retained_amount: money.min(0).nullable().optional(),
});

/** The body with which the operator creates a booking, including owner bookings and channel bookings. */
export const operatorBookingCreation = writableBookingFields
  .omit({ generate_charges: true, ignore_rules: true, discount_code: true })
  .partial()
  .required({ property_id: true, arrival: true, departure: true })
  .extend({
    ...operatorEchoes.shape,
    ...operatorFields.shape,
    type: wordInput(['booking', 'owner']).optional(),
  });
export type OperatorBookingCreation = z.output<typeof operatorBookingCreation>;

export const operatorBookingPatch = writableBookingFields
  .omit({ generate_charges: true, ignore_rules: true, discount_code: true })
  .partial()
  .extend({ ...operatorEchoes.shape, ...operatorFields.shape, type: z.unknown().optional() });
export type OperatorBookingPatch = z.output<typeof operatorBookingPatch>;
