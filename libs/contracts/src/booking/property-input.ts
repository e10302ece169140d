import { z } from 'zod';
import { timeOfDay } from '../shared/dates';
import { idInput, text, webAddress, wholeNumberInput } from '../shared/inputs';
import { currencyCode, MAX_AMOUNT, percent } from '../shared/money';
import { timeZone } from '../shared/time-zones';
import { addressInput } from './address';
import { customFieldsInput, tagsInput } from './custom-fields';
import { photo, property } from './property';

const limitInput = wholeNumberInput(0, 1000).nullable();

const writable = z.object({
  name: text(200).min(1).describe('Name of the property, at most 200 characters.'),
  external_name: text(200).nullable().describe('Name for guests, at most 200 characters.'),
  internal_code: text(50).nullable().describe("The host's own code for the property, at most 50 characters."),
  active: z.boolean().describe('Whether the property is in use. Default true.'),
  is_snoozed: z.boolean().describe('Whether the property takes no new guest bookings and quotes. Default false.'),
  time_zone: timeZone.nullable().describe("IANA time zone. Null, the default: the account's."),
  currency_code: currencyCode.nullable().describe("Currency of prices, ISO 4217. Null, the default: the account's."),
  property_type: text(50).nullable().describe('Kind of the property, such as "house".'),
  address: addressInput.nullable().describe('Postal address.'),
  latitude: z.number().min(-90).max(90).nullable().describe('Latitude in degrees.'),
  longitude: z.number().min(-180).max(180).nullable().describe('Longitude in degrees.'),
  bathrooms: z.number().min(0).max(1000).nullable().describe('Number of bathrooms, such as 1.5.'),
  bathrooms_full: limitInput.describe('Number of full bathrooms.'),
  bathrooms_half: limitInput.describe('Number of half bathrooms.'),
  bedrooms: limitInput.describe('Number of bedrooms.'),
  living_area: z.number().min(0).max(1_000_000).nullable().describe('Living area. No unit is stored for it.'),
  max_adults: limitInput.describe('Greatest number of adults. Null, the default: no limit; 0: none.'),
  max_children: limitInput.describe('Greatest number of children. Null, the default: no limit; 0: none.'),
  max_guests: limitInput.describe('Greatest number of guests: adults and children. Null, the default: no limit.'),
  max_pets: limitInput.describe('Greatest number of pets. Null, the default: no limit; 0: none.'),
  check_in: timeOfDay.nullable().describe('Earliest local time of arrival, `HH:mm`. Default 16:00.'),
  check_in_end: timeOfDay.nullable().describe('Latest local time of arrival, `HH:mm`.'),
  check_out: timeOfDay.nullable().describe('Latest local time of departure, `HH:mm`. Default 10:00.'),
  display_order: wholeNumberInput(0, 1_000_000).describe('Place in which the host shows the property. Default 0.'),
  owner_id: idInput.nullable().describe('Owner of the property. An id that is not an owner of the account is a 400.'),
  owner_commission_percent: percent
    .nullable()
    .describe("The manager's commission as a percentage of charges. Null, the default, means 0."),
  accounting: z
    .record(z.string().regex(/^[a-z0-9_]{1,50}$/i), text(100))
    .refine((accounts) => Object.keys(accounts).length <= 50, { error: 'expected at most 50 accounts' })
    .nullable()
    .describe('The ledger accounts that the accounting integration books to, by purpose. At most 50.'),
  public_url: webAddress(2000).nullable().describe('Address of the public page of the property.'),
  payment_due_hours: wholeNumberInput(0, 24 * 365)
    .nullable()
    .describe('How long a guest who accepts a quote has to pay, in hours. Default 72. Null: no limit.'),
  payment_due_percent: percent.describe(
    'The percentage of the total that is due within that time. Default 50. If it is 0, the booking is active immediately.',
  ),
  security_deposit_amount: z
    .number()
    .min(0)
    .max(MAX_AMOUNT)
    .nullable()
    .describe('Security deposit, shown to guests next to the total. Null, the default: none.'),
  redirect_after_booking_url: webAddress(256)
    .nullable()
    .describe('The page that a guest sees after accepting a quote, at most 256 characters.'),
  photos: z
    .array(
      z.object({
        url: webAddress(2000).describe('Address of the image.'),
        caption: text(500).nullable().default(null).describe('Caption, at most 500 characters.'),
      }),
    )
    .max(200)
    .describe('The photos in display order, at most 200. The list replaces the previous list.'),
  tags: tagsInput,
  fields: customFieldsInput,
});

export const propertyCreation = writable.partial().required({ name: true });
export type PropertyCreation = z.output<typeof propertyCreation>;
export const propertyPatch = writable.partial();
export type PropertyPatch = z.output<typeof propertyPatch>;

/** A property in responses to operators, with settings that integrations cannot see. */
export const operatorProperty = property.extend({
  owner_commission_percent: z
    .number()
    .nullable()
    .describe("The manager's commission as a percentage of charges. Null means 0."),
  accounting: z
    .record(z.string(), z.string())
    .nullable()
    .describe('The ledger accounts that the accounting integration books to, by purpose.'),
  payment_due_hours: z
    .int()
    .nullable()
    .describe('How long a guest who accepts a quote has to pay, in hours. Null: no limit.'),
  payment_due_percent: z.number().describe('The percentage of the total that is due within that time.'),
  security_deposit_amount: z.number().nullable().describe('Security deposit. Null: none.'),
  redirect_after_booking_url: z.string().nullable().describe('The page that a guest sees after accepting a quote.'),
  photos: z.array(photo).describe('The photos in display order.'),
  version: z.int().describe('Version of the record, as in its ETag.'),
});
