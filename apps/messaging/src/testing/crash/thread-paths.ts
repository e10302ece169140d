import { services } from '@keyhaven/contracts/platform/services';
import type { Answer } from '@keyhaven/testing/checked-client';
import { operatorPath, success, withKey } from '@keyhaven/testing/crash/requests';
import type { World, WritePath } from '@keyhaven/testing/crash/write-path';
import { publishedEvent } from '@keyhaven/testing/published-event';

const threads = (world: World, path = '') => operatorPath(world, `/threads${path}`);

export async function aThread(world: World, thread: object = {}): Promise<number> {
  return (await success(world.operator.post(threads(world), thread))).id;
}

const bookingId = ({ userId }: World) => userId + 2;

/** Delivers the event of a booking, and returns its id. */
async function aBooking(world: World): Promise<number> {
  const booking = { entity_type: 'booking', entity_id: bookingId(world), entity: { guest_id: null } };
  await world.deliver(services.booking.topic, publishedEvent(world.userId, booking));
  return bookingId(world);
}

const written = {
  record: 'thread',
  read: (world: World, _: unknown, { body }: Answer) => world.operator.get(threads(world, `/${body.id}`)),
};

/** The writes of threads, for crash tests. */
export const threadPaths: WritePath[] = [
  {
    ...written,
    name: 'opening a thread with an Idempotency-Key',
    given: aBooking,
    act: (world, booking_id) => world.operator.post(threads(world), { channel: 'Airbnb', booking_id }, withKey),
    repeated: 'the same',
  },
  {
    ...written,
    name: 'opening a thread without a key',
    act: (world) => world.operator.post(threads(world), { channel: 'Airbnb' }),
    repeated: 'another',
  },
  {
    ...written,
    name: 'linking a thread to a booking',
    given: async (world) => [await aThread(world), await aBooking(world)],
    act: (world, [id, booking_id]) => world.operator.patch(threads(world, `/${id}`), { booking_id }),
    repeated: 'the same',
  },
];
