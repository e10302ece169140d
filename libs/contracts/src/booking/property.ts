import { z } from 'zod';
import { timeOfDay } from '../shared/dates';
import { id, idInput, text, webAddress, wholeNumberInput } from '../shared/inputs';
import { instant } from '../shared/instants';
import { currencyCode, MAX_AMOUNT, percent } from '../shared/money';
import { timeZone } from '../shared/time-zones';
import { address, addressInput } from './address';
import { customField, customFieldsInput, tagsInput } from './custom-fields';

const nullableText = z.string().nullable();

/** A photo of a property. */
export const photo = z.object({
  id,
  url: z.string(),
  caption: nullableText,
  /** The position in which the photo is shown, from 0. */
  position: z.int().min(0),
});
export type Photo = z.infer<typeof photo>;

/**
 * A property. Lists return tags only with include_tags, and never photos; custom fields are returned only with
 * include_fields everywhere.
 */
export const property = z.object({
  id,
  key: z.guid(),
  name: z.string(),
  external_name: nullableText,
  internal_code: nullableText,
  active: z.boolean(),
  is_snoozed: z.boolean(),
  time_zone: z.string().nullable(),
  currency_code: z.string().nullable(),
  property_type: nullableText,
  address: address.nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  bathrooms: z.number().nullable(),
  bathrooms_full: z.int().nullable(),
  bathrooms_half: z.int().nullable(),
  bedrooms: z.int().nullable(),
  living_area: z.number().nullable(),
  max_adults: z.int().nullable(),
  max_children: z.int().nullable(),
  max_guests: z.int().nullable(),
  max_pets: z.int().nullable(),
  check_in: timeOfDay.nullable(),
  check_in_end: timeOfDay.nullable(),
  check_out: timeOfDay.nullable(),
  display_order: z.int(),
  owner_id: id.nullable(),
  public_url: nullableText,
  thumbnail_url: nullableText,
  thumbnail_url_medium: nullableText,
  thumbnail_url_large: nullableText,
  created_utc: instant,
  updated_utc: instant,
  photos: z.array(photo).optional(),
  tags: z.array(z.string()).optional(),
  fields: z.array(customField).optional(),
});
export type Property = z.infer<typeof property>;

const limitInput = wholeNumberInput(0, 1000).nullable();

const writable = z.object({
  name: text(200).min(1),
  external_name: text(200).nullable(),
  internal_code: text(50).nullable(),
  active: z.boolean(),
  is_snoozed: z.boolean(),
  time_zone: timeZone.nullable(),
  currency_code: currencyCode.nullable(),
  property_type: text(50).nullable(),
  address: addressInput.nullable(),
  latitude: z.number().min(-90).max(90).nullable(),
  longitude: z.number().min(-180).max(180).nullable(),
  bathrooms: z.number().min(0).max(1000).nullable(),
  bathrooms_full: limitInput,
  bathrooms_half: limitInput,
  bedrooms: limitInput,
  living_area: z.number().min(0).max(1_000_000).nullable(),
  max_adults: limitInput,
  max_children: limitInput,
  max_guests: limitInput,
  max_pets: limitInput,
  check_in: timeOfDay.nullable(),
  check_in_end: timeOfDay.nullable(),
  check_out: timeOfDay.nullable(),
  display_order: wholeNumberInput(0, 1_000_000),
  owner_id: idInput.nullable(),
  owner_commission_percent: percent.nullable(),
  /** The ledger accounts that the accounting integration books to, by purpose. */
  accounting: z
    .record(z.string().regex(/^[a-z0-9_]{1,50}$/i), text(100))
    .refine((accounts) => Object.keys(accounts).length <= 50, { error: 'expected at most 50 accounts' })
    .nullable(),
  public_url: webAddress(2000).nullable(),
  /** How long a guest who accepts a quote has to pay, in hours; null means no limit. */
  payment_due_hours: wholeNumberInput(0, 24 * 365).nullable(),
  /** The part of the total that is due within that time; if 0, the booking is active immediately. */
  payment_due_percent: percent,
  /** Shown to guests next to the total; null for none. */
  security_deposit_amount: z.number().min(0).max(MAX_AMOUNT).nullable(),
  /** The page that a guest sees after accepting a quote. */
  redirect_after_booking_url: webAddress(256).nullable(),
  /** Photos are shown in the order of this list, which replaces the previous list. */
  photos: z.array(z.object({ url: webAddress(2000), caption: text(500).nullable().default(null) })).max(200),
  tags: tagsInput,
  fields: customFieldsInput,
});

export const propertyCreation = writable.partial().required({ name: true });
export type PropertyCreation = z.output<typeof propertyCreation>;
export const propertyPatch = writable.partial();
export type PropertyPatch = z.output<typeof propertyPatch>;

/** A property in answers to the operator, with settings that integrations do not see. */
export const operatorProperty = property.extend({
  owner_commission_percent: z.number().nullable(),
  accounting: z.record(z.string(), z.string()).nullable(),
  payment_due_hours: z.int().nullable(),
  payment_due_percent: z.number(),
  security_deposit_amount: z.number().nullable(),
  redirect_after_booking_url: nullableText,
  photos: z.array(photo),
  version: z.int(),
});
