import { z } from 'zod';
import { timeOfDay } from '../shared/dates';
import { id } from '../shared/inputs';
import { instant } from '../shared/instants';
import { address } from './address';
import { customField } from './custom-fields';

const nullableText = z.string().nullable();

export const photo = z
  .object({
    id: id.describe('Id of the photo.'),
    url: z.string().describe('Address of the image.'),
    caption: nullableText.describe('Caption of the photo.'),
    position: z.int().min(0).describe('Place in which the photo is shown, from 0.'),
  })
  .meta({ id: 'Photo', description: 'A photo of a property.' });
export type Photo = z.infer<typeof photo>;

export const property = z
  .object({
    id: id.describe('Id of the property.'),
    key: z.guid().describe('A GUID of the property, which never changes.'),
    name: z.string().describe('Name of the property.'),
    external_name: nullableText.describe('Name for guests.'),
    internal_code: nullableText.describe("The host's own code for the property."),
    active: z.boolean().describe('Whether the property is in use. An inactive one takes no new guest bookings.'),
    is_snoozed: z
      .boolean()
      .describe('Whether the property is snoozed: it takes no new guest bookings and quotes for the time being.'),
    time_zone: z
      .string()
      .nullable()
      .describe("IANA time zone of the property's local dates and times. Null: the account's time zone applies."),
    currency_code: z
      .string()
      .nullable()
      .describe("Currency of the property's prices, ISO 4217. Null: the account's currency applies."),
    property_type: nullableText.describe('Kind of the property, such as "house".'),
    address: address.nullable().describe('Postal address.'),
    latitude: z.number().nullable().describe('Latitude in degrees, from -90 to 90.'),
    longitude: z.number().nullable().describe('Longitude in degrees, from -180 to 180.'),
    bathrooms: z.number().nullable().describe('Number of bathrooms, such as 1.5.'),
    bathrooms_full: z.int().nullable().describe('Number of full bathrooms.'),
    bathrooms_half: z.int().nullable().describe('Number of half bathrooms.'),
    bedrooms: z.int().nullable().describe('Number of bedrooms.'),
    living_area: z.number().nullable().describe('Living area. No unit is stored for it.'),
    max_adults: z.int().nullable().describe('Greatest number of adults. Null: no limit; 0: none.'),
    max_children: z.int().nullable().describe('Greatest number of children. Null: no limit; 0: none.'),
    max_guests: z
      .int()
      .nullable()
      .describe('Greatest number of guests: adults and children. Infants do not count. Null: no limit.'),
    max_pets: z.int().nullable().describe('Greatest number of pets. Null: no limit; 0: none.'),
    check_in: timeOfDay.nullable().describe('Earliest time of arrival at the property, `HH:mm`.'),
    check_in_end: timeOfDay.nullable().describe('Latest time of arrival at the property, `HH:mm`.'),
    check_out: timeOfDay.nullable().describe('Latest time of departure at the property, `HH:mm`.'),
    display_order: z.int().describe('Place in which the host shows the property. Lists are ordered by id.'),
    owner_id: id.nullable().describe('Owner of the property, from `v2/owners`.'),
    public_url: nullableText.describe('Address of the public page of the property.'),
    thumbnail_url: nullableText.describe('Address of the first photo. Null without photos.'),
    thumbnail_url_medium: nullableText.describe('Same as `thumbnail_url`.'),
    thumbnail_url_large: nullableText.describe('Same as `thumbnail_url`.'),
    created_utc: instant.describe('When the property was created.'),
    updated_utc: instant.describe('When the property last changed.'),
    photos: z.array(photo).optional().describe('The photos in their order. Not on lists.'),
    tags: z.array(z.string()).optional().describe('Names of the tags. On lists only with `include_tags`.'),
    fields: z.array(customField).optional().describe('Custom field values. Only with `include_fields`.'),
  })
  .meta({ id: 'Property', description: 'A property that is let. Operators write properties; integrations read them.' });
export type Property = z.infer<typeof property>;
