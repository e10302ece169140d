import { operatorPath, success, withKey } from '@keyhaven/testing/crash/requests';
import type { Answer } from '@keyhaven/testing/checked-client';
import type { World, WritePath } from '@keyhaven/testing/crash/write-path';
import { august, faultsOfNights, july } from './requests';

const quote = {
  record: 'quote',
  read: ({ api }: World, _: unknown, { body }: Answer) => api.get(`/v2/quotes/${body.id}`),
};

interface Quoted {
  property_id: number;
  id: number;
}

async function aQuotableProperty(world: World): Promise<number> {
  const property = { name: 'Casa Aurora', currency_code: 'EUR', time_zone: 'Europe/Rome' };
  return (await success(world.operator.post(operatorPath(world, '/properties'), property))).id;
}

async function aQuote(world: World, hold_dates: boolean): Promise<Quoted> {
  const property_id = await aQuotableProperty(world);
  const { id } = await success(world.api.post('/v2/quotes', { property_id, ...july, adults: 2, hold_dates }));
  return { property_id, id };
}

/** What is wrong unless the quote has become the one booking that there is. */
async function unlessAcceptedOnce({ api }: World, { id }: Quoted): Promise<string[]> {
  const accepted = await success(api.get(`/v2/quotes/${id}`));
  const { items } = await success(api.get('/v2/bookings'));
  const bookings = items.filter((record: { status: string }) => record.status === 'active');
  const isOnce = accepted.status === 'accepted' && bookings.length === 1 && bookings[0].id === accepted.booking_id;
  const types = items.map((record: { type: string; status: string }) => `${record.type} ${record.status}`).join(', ');
  return isOnce ? [] : [`the quote is ${accepted.status} as ${accepted.booking_id}, the bookings are: ${types}`];
}

/** What is wrong unless another request under the acceptance's key is refused. */
async function unlessKeyIsUsed({ api }: World, { property_id }: Quoted): Promise<string[]> {
  const { status } = await api.post('/v2/bookings', { property_id, ...august }, withKey);
  return status === 422 ? [] : [`another request under the key of the acceptance was answered ${status}`];
}

const acceptance = {
  record: 'booking',
  read: ({ api }: World, _: unknown, { body }: Answer) => api.get(`/v2/bookings/${body.id}`),
  act: ({ api }: World, { id }: Quoted) => api.post('/v2/bookings', { quote_id: id }, withKey),
  faults: async (world: World, given: Quoted) => [
    ...(await unlessAcceptedOnce(world, given)),
    ...(await faultsOfNights(world, given.property_id, july, 'taken')),
    ...(await unlessKeyIsUsed(world, given)),
  ],
  repeated: 'the same',
} as const;

/** The writes of quotes: whatever becomes of one, its nights are never sold to two, nor free in between. */
export const quotePaths: WritePath[] = [
  {
    ...quote,
    name: 'quoting a stay and holding its nights, with an Idempotency-Key',
    given: aQuotableProperty,
    act: ({ api }, property_id) =>
      api.post('/v2/quotes', { property_id, ...july, adults: 2, hold_dates: true }, withKey),
    faults: async (world, property_id) => {
      const { count } = await success(world.api.get('/v2/quotes'));
      const once = count === 1 ? [] : [`there are ${count} quotes instead of one`];
      return [...once, ...(await faultsOfNights(world, property_id, july, 'taken'))];
    },
    repeated: 'the same',
  },
  { ...acceptance, name: 'accepting a quote that holds its nights', given: (world) => aQuote(world, true) },
  { ...acceptance, name: 'accepting a quote that holds nothing', given: (world) => aQuote(world, false) },
  {
    ...quote,
    name: 'moving a quote that holds its nights',
    given: (world) => aQuote(world, true),
    act: ({ api }, { id }) => api.patch(`/v2/quotes/${id}`, august),
    faults: async (world, { property_id }) => [
      ...(await faultsOfNights(world, property_id, august, 'taken')),
      ...(await faultsOfNights(world, property_id, july, 'free')),
    ],
    repeated: 'the same',
  },
  {
    name: 'deleting a quote that holds its nights',
    given: (world) => aQuote(world, true),
    act: ({ api }, { id }) => api.delete(`/v2/quotes/${id}`),
    faults: (world, { property_id }) => faultsOfNights(world, property_id, july, 'free'),
    repeated: 'gone',
  },
];
