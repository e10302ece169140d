import type { Ids } from '../../testing/client-rows';
import { dates, type PlatformForClients } from '../../testing/platform-for-clients';

/** A property with every field that clients read. */
export const houseByTheSea = {
  name: 'House by the Sea',
  external_name: 'The House by the Sea',
  internal_code: 'SEA-1',
  currency_code: 'USD',
  time_zone: 'Europe/Lisbon',
  property_type: 'house',
  address: {
    type: 'home',
    street1: '1 Quay',
    street2: 'Rear building',
    city: 'Porto',
    state: 'PT',
    province: 'Norte',
    postal_code: '4000',
    country: 'PT',
  },
  latitude: 41.14,
  longitude: -8.61,
  bathrooms: 1.5,
  bathrooms_full: 1,
  bathrooms_half: 1,
  bedrooms: 3,
  living_area: 120.5,
  max_adults: 6,
  max_children: 2,
  max_guests: 8,
  max_pets: 0,
  check_in: '15:00',
  check_in_end: '22:00',
  check_out: '11:00',
  display_order: 7,
  public_url: 'https://houses.example/sea',
  tags: ['Sea view'],
  fields: [{ code: 'wifi', value: 'secret' }],
};
export const photo = 'https://houses.example/sea.jpg';

const contact = {
  first_name: 'Bruno',
  last_name: 'Keller',
  notes: 'Prefers e-mail',
  addresses: [{ street1: '2 Lane', city: 'Bern', postal_code: '3000', country: 'CH' }],
  email_addresses: [{ address: 'bruno@example.com', type: 'work' }],
  phones: [{ number: '+1 202 555 0199', extension: '12', type: 'office' }],
};

/** Adds a second record of each kind, so that each list has two pages of one item. Adds the new ids to `ids`. */
export async function addSecondRecords({ make, call, ids, receiver }: PlatformForClients): Promise<void> {
  const post = async (target: string, body: object) => {
    const answer = await call(target, { method: 'POST', body });
    if (answer.status !== 200) throw new Error(`${target} answered ${answer.status}: ${answer.text}`);
    return answer.body.id as number;
  };
  const { arrival, departure, later, latest, date, after } = dates;
  const second: Ids = {};
  second.secondSite = await make('booking', '/listing_sites', { name: 'Vrbo', domain: 'vrbo.example' });
  second.secondOwner = await make('booking', '/owners', { name: 'Keller Ltd', ...contact });
  const house = { ...houseByTheSea, owner_id: second.secondOwner, photos: [{ url: photo }] };
  const property = await make('booking', '/properties', house);
  second.secondProperty = property;
  await make('pricing', `/properties/${property}/pricing`, { default_rate: { amount: 80 } }, 'PATCH');
  const winter = { name: 'Winter', from: '12-01', to: '02-20', property_ids: [property], rate: { amount: 90 } };
  second.secondSeason = await make('pricing', '/seasons', winter);
  const guest = await post('/v2/guests', contact);
  second.secondGuest = guest;
  const stay = { property_id: property, guest_id: guest, adults: 2 };
  const booking = await post('/v2/bookings', { ...stay, arrival, departure, generate_charges: true });
  second.secondBooking = booking;
  second.secondQuote = await post('/v2/quotes', { ...stay, arrival: later, departure: latest });
  await post('/v2/surcharges', { type: 'cleaning', description: 'Cleaning', amount: 40 });
  await post('/v2/discounts', { type: 'promotion', description: 'Autumn', percent: 3 });
  const payment = await make('finance', '/payments', { booking_id: booking, amount: 60, method: 'card' });
  await make('finance', '/refunds', { booking_id: booking, amount: 5 });
  await make('finance', '/fees', { booking_id: booking, amount: 3, type: 'processing' });
  const lines = [{ type: 'payment', record_id: payment }];
  await make('finance', '/deposits', { currency_code: 'USD', account: 'Main', lines });
  await make('messaging', '/messages', { thread_id: ids.thread, body: 'Is there a garden?' });
  second.emptyThread = await make('messaging', '/threads', { channel: 'e-mail' });
  const ofProperty = { entity_type: 'property', entity_id: ids.property };
  await post('/v2/tags', { ...ofProperty, name: 'Quiet' });
  for (const code of ['gate', 'parking']) await post('/v2/fields', { ...ofProperty, code, value: '12' });
  for (const path of ['one', 'two']) {
    await post('/v2/webhooksubscriptions', { type: 'none', webhook_url: `${receiver}&path=${path}` });
  }
  const rate = { property_id: ids.property, currency: 'USD', amount: 130 };
  const rates = [date, after].map((night) => ({ ...rate, date: night }));
  const { status } = await call('/v2/spotrates', { method: 'PATCH', body: rates });
  if (status !== 200) throw new Error(`the spot rates were answered with ${status}`);
  Object.assign(ids, second);
}
