import { readFileSync, existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { type Account, day } from './account';
import { isOperatorRoute, OF_ACCOUNT } from './inside-routes';
import { operatorBody } from './operator-bodies';
import type { NamedRoute } from './public-routes';

type Ids = Account['ids'];

const contact = {
  first_name: 'Ada',
  addresses: [{ street1: 'Via Roma 1', city: 'Rome', country: 'Italy' }],
  email_addresses: [{ address: 'ada@example.com' }],
  phones: [{ number: '+44 20 7946 0100' }],
};
/** A stay of four nights from this number of days after today. Each request uses different nights. */
const stay = (days: number) => ({ arrival: day(days), departure: day(days + 4), adults: 2 });
const inVersion1 = (days: number, { property }: Ids) => ({ propertyId: property, ...stay(days) });
const scope = ({ property, listing_site, season }: Ids) => ({
  property_ids: [property],
  listing_site_ids: [listing_site],
  season_ids: [season],
});
const rate = ({ property }: Ids) => ({ property_id: property, date: day(150), currency: 'USD', amount: 90 });

/**
 * Valid bodies of public writes. The key is the name of the route. For routes that are missing here, `recordedBody`
 * finds a body.
 */
const bodies: Readonly<Record<string, (ids: Ids) => unknown>> = {
  createBooking: ({ property, guest, listing_site }) => ({
    property_id: property,
    guest_id: guest,
    listing_site_id: listing_site,
    ...stay(100),
  }),
  updateBooking: () => ({ notes: 'Late arrival' }),
  createQuote: ({ property }) => ({ property_id: property, ...stay(110) }),
  updateQuote: () => ({ notes: 'Asked for a cot' }),
  createLegacyQuote: (ids) => inVersion1(120, ids),
  updateLegacyQuote: () => ({ adults: 2 }),
  testLegacyQuote: (ids) => inVersion1(130, ids),
  testLegacyQuoteUpdate: () => ({ adults: 2 }),
  createGuest: () => contact,
  updateGuest: () => ({ notes: 'Vegetarian' }),
  createSurcharge: (ids) => ({ type: 'linen', description: 'Linen', amount: 9, ...scope(ids) }),
  updateSurcharge: (ids) => ({ amount: 10, ...scope(ids) }),
  createDiscount: (ids) => ({ type: 'promotion', description: 'Spring', percent: 5, ...scope(ids) }),
  updateDiscount: (ids) => ({ percent: 6, ...scope(ids) }),
  createTag: ({ guest, tag_definition }) => ({
    entity_type: 'guest',
    entity_id: guest,
    tag_definition_id: tag_definition,
  }),
  createField: ({ guest, field_definition }) => ({
    entity_type: 'guest',
    entity_id: guest,
    field_definition_id: field_definition,
    value: 'AB 123 CD',
  }),
  createMessage: ({ thread }) => ({ thread_id: thread, body: 'The key is in the box.' }),
  createSubscription: ({ receiver }) => ({ type: 'quote', webhook_url: receiver }),
  updateSpotRates: (ids) => ({ rates: [rate(ids)] }),
};
/**
 * Bodies that are used instead of those in `bodies` when the test puts an id into a certain field, because the usual
 * body would not be valid with this field. The key is the name of the route and the first name in the path of the
 * field.
 */
const bodiesByField: Readonly<Record<string, (ids: Ids) => unknown>> = {
  'createBooking quote_id': () => ({}),
  'createBooking discount_code': ({ property }) => ({ property_id: property, ...stay(100), generate_charges: true }),
  'updateBooking discount_code': () => ({ generate_charges: true }),
  'updateQuote discount_code': () => ({ generate_charges: true }),
  'updateSpotRates []': (ids) => [rate(ids)],
};

/**
 * Returns a valid body for a route.
 * @param field the path of the field whose id will be replaced.
 */
export function bodyFor({ name, route }: NamedRoute, ids: Ids, field: readonly string[] = []): unknown {
  if (isOperatorRoute({ route })) return operatorBody(route.method, route.path.slice(OF_ACCOUNT.length), ids, field);
  return (bodiesByField[`${name} ${field[0]}`] ?? bodies[name] ?? (() => recordedBody(name)))(ids);
}

const EXAMPLES = path.resolve(__dirname, '../../../../../docs/examples');
const examples = z.array(
  z.object({
    request: z.object({ body: z.unknown().optional() }),
    response: z.object({ status: z.number() }),
  }),
);

/**
 * The request body of the first successful example of a route in docs/examples; undefined if there
 * is none.
 */
function recordedBody(name: string): unknown {
  const file = path.join(EXAMPLES, `${name}.json`);
  if (!existsSync(file)) return undefined;
  const recorded = examples.parse(JSON.parse(readFileSync(file, 'utf8')));
  return recorded.find(({ response }) => response.status < 300)?.request.body;
}
