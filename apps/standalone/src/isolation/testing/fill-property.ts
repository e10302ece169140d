import { z } from 'zod';
import type { AccountClient } from './account-client';
import { bodyOf, withId } from './read-answer';

const guestRecord = withId.extend({
  addresses: z.array(withId).min(1),
  email_addresses: z.array(withId).min(1),
  phones: z.array(withId).min(1),
});

/** Creates a property with prices, its owner, a listing site, and two guests. */
export async function fillProperty({ operate, idIn, post, get, text, marker }: AccountClient) {
  const page = `https://${marker}.example`;
  const listing_site_name = text('site');
  const site = { name: listing_site_name, domain: `${marker}.example` };
  const contact = {
    first_name: text('first'),
    last_name: text('last'),
    notes: text('notes'),
    addresses: [{ street1: text('street'), city: text('city'), country: 'IT' }],
    email_addresses: [{ address: `contact@${marker}.example` }],
    phones: [{ number: '+44 20 7946 0100', type: text('phone') }],
  };
  const listing_site = await idIn(operate('booking', '/listing_sites', site));
  const owner = await idIn(operate('booking', '/owners', contact));
  const house = {
    name: text('house'),
    external_name: text('house for guests'),
    internal_code: text('code'),
    currency_code: 'USD',
    owner_id: owner,
    address: { street1: text('road'), city: text('town'), country: 'IT' },
    max_guests: 6,
    public_url: `${page}/house`,
    photos: [{ url: `${page}/photo.png`, caption: text('caption') }],
  };
  const property = await idIn(operate('booking', '/properties', house));
  const { key: property_key } = bodyOf(await get(`/v2/properties/${property}`), z.object({ key: z.string() }));
  const prices = { default_rate: { amount: 100 } };
  bodyOf(await operate('pricing', `/properties/${property}/pricing`, prices, 'PATCH'), z.unknown());
  const summer = { name: text('summer'), from: '01-01', to: '12-31', property_ids: [property], rate: { amount: 120 } };
  const season = await idIn(operate('pricing', '/seasons', summer));
  const { id, addresses, email_addresses, phones } = bodyOf(await post('/v2/guests', contact), guestRecord);
  const [address, email_address, phone] = [addresses[0]!.id, email_addresses[0]!.id, phones[0]!.id];
  // A booking will refer to this second guest. No record refers to the first guest, so the first one can be deleted.
  const stayingGuest = await idIn(post('/v2/guests', contact));
  const guest = { guest: id, address, email_address, phone };
  return { stayingGuest, ids: { listing_site, listing_site_name, owner, property, property_key, season, ...guest } };
}
