import { type Account, day } from './account';

type Ids = Account['ids'];

let stays = 0;
/** Returns a stay of two nights that no other body uses. */
function stayOfItsOwn() {
  const arrival = 300 + 2 * stays++;
  return { arrival: day(arrival), departure: day(arrival + 2), adults: 2 };
}

const money = { amount: 1, currency_code: 'USD' };
const place = { name: 'Mill', currency_code: 'USD' };
const line = { type: 'adjustment', amount: 1, description: 'Correction' };
const payout = { currency_code: 'USD', account: 'Bank' };

/**
 * Valid bodies of operator writes. The key is the method and the part of the path after the account. Routes that are
 * missing here need no body.
 */
const bodies: Readonly<Record<string, (ids: Ids) => object>> = {
  'POST /properties': ({ owner }) => ({ ...place, owner_id: owner }),
  'PATCH /properties/:id': ({ owner }) => ({ owner_id: owner }),
  'POST /owners': () => ({ first_name: 'Ada' }),
  'POST /listing_sites': ({ text }) => ({ name: `${text} page`, domain: `page.${text}.example` }),
  'POST /links': ({ property, annexe }) => ({ property_ids: [property, annexe] }),
  'POST /bookings': ({ property, guest, listing_site }) => ({
    property_id: property,
    guest_id: guest,
    listing_site_id: listing_site,
    ...stayOfItsOwn(),
  }),
  'PATCH /bookings/:id': ({ property, guest, listing_site }) => ({
    property_id: property,
    guest_id: guest,
    listing_site_id: listing_site,
  }),
  'POST /taxes': ({ property, listing_site }) => ({
    property_id: property,
    description: 'City tax',
    mode: 'per_stay',
    amount: 2,
    remitted_by_listing_site_ids: [listing_site],
  }),
  'PATCH /taxes/:id': ({ property, listing_site }) => ({
    property_id: property,
    remitted_by_listing_site_ids: [listing_site],
  }),
  'POST /payments': ({ booking, guest }) => ({
    ...money,
    booking_id: booking,
    guest_id: guest,
    method: 'card',
  }),
  'POST /refunds': ({ booking, payment }) => ({ ...money, booking_id: booking, payment_id: payment }),
  'POST /fees': ({ booking, payment }) => ({
    ...money,
    booking_id: booking,
    payment_id: payment,
    type: 'processing',
  }),
  'POST /deposits': ({ booking }) => ({ ...payout, lines: [{ ...line, booking_id: booking }] }),
  'POST /statements/close': () => ({ month: '2020-01' }),
  'POST /owner_entries': ({ owner, property, booking }) => ({
    ...money,
    kind: 'expense',
    owner_id: owner,
    property_id: property,
    booking_id: booking,
    date: day(0),
  }),
  'POST /users': ({ text }) => ({ email_address: `another@${text}.example` }),
  'POST /users/:id/tokens': () => ({ kind: 'access' }),
  'POST /apps': ({ text }) => ({ name: `${text} app`, redirect_uris: ['https://app.example/'] }),
  'POST /threads': ({ booking, guest }) => ({ booking_id: booking, guest_id: guest }),
  'PATCH /threads/:id': ({ booking, guest }) => ({ booking_id: booking, guest_id: guest }),
  'POST /messages': ({ thread, guest }) => ({
    thread_id: thread,
    from_contact_id: guest,
    body: 'Hello',
  }),
  'POST /seasons': ({ property }) => ({ name: 'Autumn', from: '09-01', to: '09-30', property_ids: [property] }),
  'PATCH /seasons/:id': ({ property }) => ({ property_ids: [property] }),
  'POST /holidays': ({ property }) => ({ name: 'Fair', from: '05-01', property_ids: [property] }),
  'PATCH /holidays/:id': ({ property }) => ({ property_ids: [property] }),
};
/**
 * Bodies that are used instead of those in `bodies` when the test puts an id into a certain field, because the usual
 * body lacks this field. The key is the method, the path and the path of the field.
 */
const bodiesByField: Readonly<Record<string, (ids: Ids) => object>> = {
  'POST /deposits lines.[].record_id': () => ({ ...payout, lines: [{}] }),
};

/** Returns a valid body for an operator route. @param path the part of the route's path after the account. */
export function operatorBody(method: string, path: string, ids: Ids, field: readonly string[] = []): object {
  const body = bodiesByField[`${method} ${path} ${field.join('.')}`] ?? bodies[`${method} ${path}`];
  return body?.(ids) ?? {};
}
