import { operatorPath, success, unlessAnswered, withKey } from '@keyhaven/testing/crash/requests';
import type { Answer } from '@keyhaven/testing/checked-client';
import { unlessSettled } from '@keyhaven/testing/crash/unless-settled';
import type { World, WritePath } from '@keyhaven/testing/crash/write-path';
import { aProperty, august, faultsUnlessFreed, faultsOfNights, july } from './requests';

const past = { arrival: '2024-07-01', departure: '2024-07-04' };
const channel = { name: 'airbnb', platform_reservation_number: 'HM1', platform_email_address: null };
const links = (world: World) => operatorPath(world, '/links');
const book = ({ api }: World, property_id: number, stay: object = july) =>
  api.post('/v2/bookings', { property_id, ...stay });
const fromChannel = (world: World, property_id: number, stay: object = july) =>
  world.operator.post(operatorPath(world, '/bookings'), { property_id, channel, ...stay }, withKey);
const booking = {
  record: 'booking',
  read: ({ api }: World, _: unknown, { body }: Answer) => api.get(`/v2/bookings/${body.id}`),
};

async function aHouseAndRoom(world: World): Promise<{ house: number; room: number }> {
  return { house: await aProperty(world), room: await aProperty(world) };
}

/** A house and a room that are linked. */
async function linked(world: World): Promise<{ house: number; room: number; link: number }> {
  const { house, room } = await aHouseAndRoom(world);
  const { id } = await success(world.operator.post(links(world), { property_ids: [house, room] }));
  return { house, room, link: id as number };
}

/** A booking that occupies nights of a property, and a channel booking that waits for these nights. */
async function overbooked(
  world: World,
): Promise<{ witness: World; property: number; holder: number; waiting: number }> {
  const property = await aProperty(world);
  const holder = await success(book(world, property));
  const waiting = await success(fromChannel(world, property));
  return { witness: world, property, holder: holder.id, waiting: waiting.id };
}

/** Describes the fault if an overbooked booking does not get its nights. */
async function faultsOfWaiting({ api }: World, id: number): Promise<string[]> {
  const read = async () => !(await success(api.get(`/v2/bookings/${id}`))).has_problem;
  return unlessSettled(read, () => `booking ${id} does not get the nights that it waits for`);
}

/**
 * Three channel bookings at a linked house and room wait for the same nights in July, which one booking in the room
 * occupies. When that booking is canceled, the channel booking `second` gets these nights.
 */
async function threeWaiting(world: World): Promise<{ inRoom: number; first: number; rivals: number[] }> {
  const { house, room } = await linked(world);
  const elsewhere = { arrival: '2030-10-01', departure: '2030-10-03' };
  const first = await success(
    channelBooking(world, 'first', { property_id: house, ...elsewhere, booked_utc: '2026-01-01T00:00:00Z' }),
  );
  const second = await success(
    channelBooking(world, 'second', { property_id: room, ...august, booked_utc: '2026-01-02T00:00:00Z' }),
  );
  const inRoom = await success(book(world, room));
  const inHouse = await success(channelBooking(world, 'third', { property_id: house, ...july }));
  for (const { id } of [second, first])
    await success(world.operator.patch(operatorPath(world, `/bookings/${id}`), july));
  return { inRoom: inRoom.id, first: first.id, rivals: [second.id, inHouse.id].sort((a, b) => a - b) };
}

const channelBooking = (world: World, key: string, body: object) =>
  world.operator.post(operatorPath(world, '/bookings'), { channel, ...body }, { headers: { 'idempotency-key': key } });

/** Describes the fault if overbooked_nights does not list the bookings that occupy the nights. */
async function faultsOfOverbookedNights({ api }: World, id: number, rivals: number[]): Promise<string[]> {
  let named = '';
  const isRight = async () => {
    const { overbooked_nights } = await success(api.get(`/v2/bookings/${id}`));
    named = JSON.stringify(overbooked_nights);
    return overbooked_nights.every((night: { booking_ids: number[] }) => night.booking_ids.join() === rivals.join());
  };
  return unlessSettled(isRight, () => `booking ${id} names ${named}, but ${rivals.join(' and ')} have its nights`);
}

/**
 * Describes the fault if the room does not have exactly one linked_availability record with the
 * expected fields.
 */
async function faultsOfLinkedRecord({ api }: World, room: number, expected: object): Promise<string[]> {
  let present: Record<string, unknown>[] = [];
  const isRight = async () => {
    const { items } = await success(api.get(`/v2/bookings?property_ids=${room}`));
    present = items;
    return present.length === 1 && Object.entries(expected).every(([field, value]) => present[0]![field] === value);
  };
  return unlessSettled(
    isRight,
    () => `the room has ${JSON.stringify(present)}, expected once ${JSON.stringify(expected)}`,
  );
}

/**
 * Describes the fault if a quote stays open although its nights are taken because of a link. Waits, because a sweep (a
 * periodic background job) may end the quote only later.
 */
async function faultsUnlessPreempted({ api }: World, id: number): Promise<string[]> {
  const isPreempted = async () => (await success(api.get(`/v2/quotes/${id}`))).status === 'preempted';
  return unlessSettled(isPreempted, () => `quote ${id} is not preempted, although a link took its nights`);
}

/** Describes the fault if the Idempotency-Key of a link is accepted for a different link. */
async function faultsUnlessKeyIsBound(world: World, house: number): Promise<string[]> {
  const other = { property_ids: [house, await aProperty(world)] };
  const request = world.operator.post(links(world), other, withKey);
  return unlessAnswered(422, 'another request under the key of the link', request);
}

/** Describes the fault if the nights of a booking stay taken after the booking is canceled. */
async function faultsUnlessCancelFrees(world: World, property: number, id: number): Promise<string[]> {
  await success(world.api.patch(`/v2/bookings/${id}`, { status: 'canceled' }));
  return faultsUnlessFreed(world, property);
}

/** A booking of a house, and the linked room, which has the linked_availability record of the booking. */
async function bookedHouse(world: World, stay: object): Promise<{ id: number; room: number }> {
  const { house, room } = await linked(world);
  return { id: (await success(book(world, house, stay))).id, room };
}

/**
 * For crash tests: the writes of links, and the writes of stays that need more calls because of
 * links or overbooked nights.
 */
export const linkPaths: WritePath[] = [
  {
    name: 'linking two properties, one of which is booked, with an Idempotency-Key',
    given: async (world) => {
      const given = await aHouseAndRoom(world);
      await success(book(world, given.house));
      const quoted = await success(world.api.post('/v2/quotes', { property_id: given.room, ...july }));
      return { ...given, quote: quoted.id as number };
    },
    act: (world, { house, room }) => world.operator.post(links(world), { property_ids: [house, room] }, withKey),
    repeated: 'the same',
    faults: async (world, { house, room, quote }) => [
      ...(await faultsOfNights(world, room, july, 'taken')),
      ...(await faultsUnlessPreempted(world, quote)),
      ...(await faultsOfLinkedRecord(world, room, { type: 'linked_availability', status: 'active', ...july })),
      ...(await faultsUnlessKeyIsBound(world, house)),
    ],
  },
  {
    name: 'removing a link',
    given: async (world) => {
      const given = await linked(world);
      await success(book(world, given.house));
      return given;
    },
    act: (world, { link }) => world.operator.delete(`${links(world)}/${link}`),
    repeated: 'gone',
    faults: (world, { room }) => faultsUnlessFreed(world, room),
  },
  {
    ...booking,
    name: 'booking a room of a linked house',
    given: linked,
    act: (world, { room }) => book(world, room),
    repeated: 'refused',
    faults: (world, { house }) => faultsOfNights(world, house, july, 'taken'),
  },
  {
    ...booking,
    name: 'moving a booking of a linked house',
    given: async (world) => {
      const given = await linked(world);
      return { ...given, id: (await success(book(world, given.house))).id as number };
    },
    act: ({ api }, { id }) => api.patch(`/v2/bookings/${id}`, august),
    repeated: 'the same',
    faults: async (world, { room }) => [
      ...(await faultsOfNights(world, room, august, 'taken')),
      ...(await faultsUnlessFreed(world, room)),
    ],
  },
  {
    ...booking,
    name: 'moving a booking of a linked house from past nights, to which the link does not apply',
    given: (world) => bookedHouse(world, past),
    act: ({ api }, { id }) => api.patch(`/v2/bookings/${id}`, august),
    repeated: 'the same',
    faults: async (world, { room }) => [
      ...(await faultsOfNights(world, room, august, 'taken')),
      ...(await faultsOfNights(world, room, past, 'free')),
    ],
  },
  {
    ...booking,
    name: 'moving a booking from another property to a room of a linked house',
    given: async (world) => {
      const { house, room } = await linked(world);
      const from = await aProperty(world);
      return { house, room, from, id: (await success(book(world, from))).id as number };
    },
    act: ({ api }, { id, room }) => api.patch(`/v2/bookings/${id}`, { property_id: room }),
    repeated: 'the same',
    faults: async (world, { house, room, from }) => [
      ...(await faultsOfNights(world, room, july, 'taken')),
      ...(await faultsOfNights(world, house, july, 'taken')),
      ...(await faultsOfLinkedRecord(world, house, { type: 'linked_availability', status: 'active', ...july })),
      ...(await faultsUnlessFreed(world, from)),
    ],
  },
  {
    ...booking,
    name: 'confirming a pending booking of a linked house',
    given: (world) => bookedHouse(world, { ...july, status: 'pending' }),
    act: ({ api }, { id }) => api.patch(`/v2/bookings/${id}`, { status: 'active' }),
    repeated: 'the same',
    faults: (world, { room }) => faultsOfLinkedRecord(world, room, { type: 'linked_availability', status: 'active' }),
  },
  {
    ...booking,
    name: 'turning a booking of a linked house into a block',
    given: (world) => bookedHouse(world, july),
    act: ({ api }, { id }) => api.patch(`/v2/bookings/${id}`, { is_block: true }),
    repeated: 'the same',
    faults: async (world, { room }) => [
      ...(await faultsOfNights(world, room, july, 'taken')),
      ...(await faultsOfLinkedRecord(world, room, { type: 'linked_availability', status: 'active', ...july })),
    ],
  },
  {
    ...booking,
    name: 'moving a channel booking from nights for which it waits to free nights',
    given: overbooked,
    act: (world, { waiting }) => world.operator.patch(operatorPath(world, `/bookings/${waiting}`), august),
    repeated: 'the same',
    faults: async (world, { property, holder, waiting }) => [
      ...(await faultsOfWaiting(world, waiting)),
      ...(await faultsOfNights(world, property, august, 'taken')),
      ...(await faultsOfNights(world, property, july, 'taken')),
      ...(await faultsUnlessCancelFrees(world, property, holder)),
    ],
  },
  {
    ...booking,
    name: 'storing a channel booking on taken nights',
    given: async (world) => {
      const property = await aProperty(world);
      await success(book(world, property));
      return property;
    },
    act: fromChannel,
    repeated: 'the same',
  },
  {
    ...booking,
    name: 'canceling a booking for whose nights an overbooked one waits, while others request them',
    given: overbooked,
    act: async ({ api }, { witness, property, holder }) => {
      const others = Array.from({ length: 5 }, () => book(witness, property));
      const canceled = api.patch(`/v2/bookings/${holder}`, { status: 'canceled' });
      for (const { status } of await Promise.all(others)) if (status === 200) throw new Error('another got the nights');
      return canceled;
    },
    repeated: 'the same',
    faults: async (world, { property, waiting }) => [
      ...(await faultsOfWaiting(world, waiting)),
      ...(await faultsOfNights(world, property, july, 'taken')),
    ],
  },
  {
    ...booking,
    name: 'canceling a booking for whose nights two overbooked ones wait, of which one gets them',
    given: threeWaiting,
    act: ({ api }, { inRoom }) => api.patch(`/v2/bookings/${inRoom}`, { status: 'canceled' }),
    repeated: 'the same',
    faults: (world, { first, rivals }) => faultsOfOverbookedNights(world, first, rivals),
  },
];
