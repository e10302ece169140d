import { services } from '@keyhaven/contracts/platform/services';
import { type ChangeEvent, RESYNC_END, resyncTopic } from '@keyhaven/events/change-event';
import { success } from '@keyhaven/testing/crash/requests';
import type { World, WritePath } from '@keyhaven/testing/crash/write-path';
import { publishedEvent } from '@keyhaven/testing/published-event';
import { aProperty, july } from './requests';

interface Published {
  id: number;
  event: ChangeEvent;
}

/** Creates a pending booking, and the event of a payment for it. */
async function aPaidBooking(world: World): Promise<Published> {
  const stay = { property_id: await aProperty(world), ...july, status: 'pending' };
  const { id } = await success(world.api.post('/v2/bookings', stay));
  const amounts = { total_paid: 300, total_refunded: 0, total_host_fees: 0, paid_when_canceled: 0 };
  const entity = { id, totals: [{ currency_code: 'USD', ...amounts }], canceled_utc: null };
  return {
    id,
    event: publishedEvent(world.userId, { entity_type: 'booking_balance', entity_id: id, entity }),
  };
}

/** Describes the fault if the booking does not show this paid amount, or is not active. */
const faultsUnlessPaid =
  (total_paid: number) =>
  async ({ api }: World, { id }: Published): Promise<string[]> => {
    const booking = await success(api.get(`/v2/bookings/${id}`));
    return booking.total_paid === total_paid && booking.status === 'active'
      ? []
      : [`${booking.total_paid} is paid for the booking, which is ${booking.status}`];
  };

/** The events of balances that booking consumes, for crash tests. */
export const balancePaths: WritePath<Published>[] = [
  {
    name: 'storing the balance of a booking that finance publishes',
    given: aPaidBooking,
    act: (world, { event }) => world.deliver(services.finance.topic, event),
    faults: faultsUnlessPaid(300),
    repeated: 'the same',
  },
  {
    name: 'clearing a balance that a restored finance did not republish',
    given: async (world) => {
      const published = await aPaidBooking(world);
      await world.deliver(services.finance.topic, published.event);
      return published;
    },
    act: (world, { event }) =>
      world.deliver(resyncTopic(services.finance.topic), {
        ...event,
        action: RESYNC_END,
        generation: 1,
        is_resync: true,
        resync_epoch: event.occurred_utc,
      }),
    faults: faultsUnlessPaid(0),
    repeated: 'the same',
  },
];
