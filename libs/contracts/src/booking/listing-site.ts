import { z } from 'zod';
import { id, text } from '../shared/inputs';

export const listingSite = z
  .object({
    id: id.describe('Id of the listing site, for `listing_site_id` of bookings and quotes.'),
    name: z.string().describe('Name of the site, such as "Airbnb".'),
    domain: z.string().describe('Domain of the site, such as "airbnb.com".'),
    active: z.boolean().describe('Whether bookings and quotes can be given this site.'),
  })
  .meta({ id: 'ListingSite', description: 'A site on which properties are listed, such as a channel.' });
export type ListingSite = z.infer<typeof listingSite>;

const writable = z.object({
  name: text(100).min(1).describe('Name of the site, at most 100 characters.'),
  domain: text(253)
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, { error: 'expected the name of a domain' })
    .describe('Domain of the site, such as "airbnb.com".'),
  active: z.boolean().describe('Whether bookings and quotes can be given this site. Default true.'),
});
export const listingSiteCreation = writable.partial().required({ name: true, domain: true });
export const listingSitePatch = writable.partial();
