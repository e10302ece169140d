import { operatorPath, success, withKey } from '@keyhaven/testing/crash/requests';
import type { Answer } from '@keyhaven/testing/checked-client';
import type { World, WritePath } from '@keyhaven/testing/crash/write-path';
import { aBooking, aProperty, august, faultsOfNights, july } from './requests';

const booking = {
  record: 'booking',
  read: ({ api }: World, _: unknown, { body }: Answer) => api.get(`/v2/bookings/${body.id}`),
};

/** A booking that must be created only once, even if the request is repeated. */
const newBooking = {
  ...booking,
  faults: async ({ api }: World) => {
    const { count } = await success(api.get('/v2/bookings'));
    return count === 1 ? [] : [`there are ${count} bookings instead of one`];
  },
};

/** A change of an existing booking. */
const change = { ...booking, given: (world: World) => aBooking(world), repeated: 'the same' } as const;

/** The writes of stays, for crash tests. */
export const stayPaths: WritePath[] = [
  {
    ...newBooking,
    name: 'booking with an Idempotency-Key',
    given: aProperty,
    act: ({ api }, property_id) => api.post('/v2/bookings', { property_id, ...july, title: 'Honeymoon' }, withKey),
    repeated: 'the same',
  },
  {
    ...newBooking,
    name: 'booking without a key',
    given: aProperty,
    act: ({ api }, property_id) => api.post('/v2/bookings', { property_id, ...july, adults: 2 }),
    repeated: 'refused',
  },
  {
    ...newBooking,
    name: 'blocking nights',
    given: aProperty,
    act: ({ api }, property_id) => api.post('/v2/bookings', { property_id, ...july, is_block: true }),
    repeated: 'refused',
  },
  {
    ...newBooking,
    name: "creating an owner's stay as the operator",
    given: async (world) => {
      const owner = await success(world.api.post('/v2/guests', { first_name: 'Ida', last_name: 'Rossi' }));
      return { property_id: await aProperty(world), type: 'owner', guest_id: owner.id, ...july };
    },
    act: (world, stay) => world.operator.post(operatorPath(world, '/bookings'), stay, withKey),
    repeated: 'the same',
  },
  {
    ...newBooking,
    name: 'creating a channel booking as the operator',
    given: async (world) => {
      const channel = { name: 'airbnb', platform_reservation_number: 'HM1', platform_email_address: null };
      return { property_id: await aProperty(world), channel, door_codes: [{ code: '1234', lock_names: [] }], ...july };
    },
    act: (world, stay) => world.operator.post(operatorPath(world, '/bookings'), stay, withKey),
    repeated: 'the same',
  },
  {
    ...change,
    name: 'changing the text of a booking',
    act: ({ api }, { id }) => api.patch(`/v2/bookings/${id}`, { title: 'Late arrival', adults: 3 }),
  },
  {
    ...change,
    name: 'moving a booking to other nights',
    act: ({ api }, { id }) => api.patch(`/v2/bookings/${id}`, august),
    faults: async (world, { property_id }) => [
      ...(await faultsOfNights(world, property_id, august, 'taken')),
      ...(await faultsOfNights(world, property_id, july, 'free')),
    ],
  },
  {
    ...change,
    name: 'canceling a booking',
    act: ({ api }, { id }) => api.patch(`/v2/bookings/${id}`, { status: 'canceled' }),
    faults: (world, { property_id }) => faultsOfNights(world, property_id, july, 'free'),
  },
  {
    ...change,
    name: 'restoring a canceled booking',
    given: async (world) => {
      const made = await aBooking(world);
      await success(world.api.patch(`/v2/bookings/${made.id}`, { status: 'canceled' }));
      return made;
    },
    act: ({ api }, { id }) => api.patch(`/v2/bookings/${id}`, { status: 'active' }),
    faults: (world, { property_id }) => faultsOfNights(world, property_id, july, 'taken'),
  },
  {
    ...change,
    name: 'changing the cancellation policy of a booking as the operator',
    act: (world, { id }) =>
      world.operator.patch(operatorPath(world, `/bookings/${id}`), { cancellation_policy_description: 'Strict' }),
  },
];
