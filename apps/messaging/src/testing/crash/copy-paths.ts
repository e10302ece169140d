import { services } from '@keyhaven/contracts/platform/services';
import type { ChangeEvent } from '@keyhaven/events/change-event';
import { success } from '@keyhaven/testing/crash/requests';
import type { World, WritePath } from '@keyhaven/testing/crash/write-path';
import { publishedEvent } from '@keyhaven/testing/published-event';
import { aThread } from './thread-paths';

const guestId = ({ userId }: World) => userId + 1;
const bookingId = ({ userId }: World) => userId + 2;

function publishedGuest(world: World, fields: Partial<ChangeEvent> = {}): ChangeEvent {
  const entity = { first_name: 'Ada', last_name: 'Byron' };
  return publishedEvent(world.userId, { entity_type: 'guest', entity_id: guestId(world), entity, ...fields });
}

function publishedBooking(world: World, guest_id: number | null, version: number): ChangeEvent {
  const booking = { entity_type: 'booking', entity_id: bookingId(world), entity: { guest_id }, version };
  return publishedEvent(world.userId, booking);
}

/**
 * Publishes a guest and a booking, and creates a thread of the booking. Returns the thread and the next event to
 * deliver.
 */
const given = (next: (world: World) => ChangeEvent) => async (world: World) => {
  await world.deliver(services.booking.topic, publishedGuest(world));
  await world.deliver(services.booking.topic, publishedBooking(world, guestId(world), 1));
  return { thread: await aThread(world, { booking_id: bookingId(world) }), event: next(world) };
};

/** Returns a fault if the thread does not show the guest with the expected last name. */
const unlessGuest =
  (expected: string | undefined) =>
  async ({ api }: World, { thread }: { thread: number }): Promise<string[]> => {
    const { guest } = await success(api.get(`/v2/messages?thread_id=${thread}`));
    return guest?.last_name === expected ? [] : [`the thread shows the guest ${JSON.stringify(guest)}`];
  };

const taken: Pick<WritePath, 'act' | 'repeated'> = {
  act: (world, { event }) => world.deliver(services.booking.topic, event),
  repeated: 'the same',
};

/**
 * The events of guests and bookings that messaging consumes. Crash tests kill the process while it
 * consumes one of these events. After a restart the thread must show the right guest.
 */
export const copyPaths: WritePath[] = [
  {
    ...taken,
    name: 'consuming a change of a guest',
    given: given((world) =>
      publishedGuest(world, { version: 2, entity: { first_name: 'Ada', last_name: 'Lovelace' } }),
    ),
    faults: unlessGuest('Lovelace'),
  },
  {
    ...taken,
    name: 'consuming the deletion of a guest',
    given: given((world) => publishedGuest(world, { version: 2, action: 'entity_delete' })),
    faults: unlessGuest(undefined),
  },
  {
    ...taken,
    name: 'consuming an event that removes the guest of a booking',
    given: given((world) => publishedBooking(world, null, 2)),
    faults: unlessGuest(undefined),
  },
];
