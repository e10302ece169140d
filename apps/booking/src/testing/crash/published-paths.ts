import { isDeepStrictEqual } from 'node:util';
import { services } from '@keyhaven/contracts/platform/services';
import type { ChangeEvent } from '@keyhaven/events/change-event';
import { operatorPath, success } from '@keyhaven/testing/crash/requests';
import type { World, WritePath } from '@keyhaven/testing/crash/write-path';
import { publishedEvent } from '@keyhaven/testing/published-event';
import { aBooking, aProperty, july } from './requests';

/**
 * An event from another service that changes a booking, and the values of the booking's fields
 * after the event.
 */
interface PublishedOfBooking {
  id: number;
  topic: string;
  event: ChangeEvent;
  fields: Record<string, unknown>;
}

/**
 * Delivers an event that changes a booking. If the service acknowledges the event, the booking must
 * have changed.
 */
const published = {
  act: async (world: World, { topic, event, fields }: PublishedOfBooking) => {
    const taken = await world.deliver(topic, event);
    return { ...taken, body: fields };
  },
  read: ({ api }: World, { id }: PublishedOfBooking) => api.get(`/v2/bookings/${id}`),
  faults: async ({ api }: World, { id, fields }: PublishedOfBooking) => {
    const present = await success(api.get(`/v2/bookings/${id}`));
    const wrong = Object.keys(fields).filter((field) => !isDeepStrictEqual(present[field], fields[field]));
    return wrong.map((field) => `${field} of the booking is ${JSON.stringify(present[field])}`);
  },
  repeated: 'the same',
} as const;

const nothingPaid = { total_paid: 0, total_refunded: 0, total_host_fees: 0, paid_when_canceled: 0 };
const rent = {
  ...{ type: 'rent', description: 'Rent', amount: 1000, rate: 0, rate_is_percent: false, position: 0 },
  ...{ is_taxable: true, is_channel_managed: false, is_commission_all: false, is_expense_all: false },
  ...{ commission_amount: 0, owner_amount: 1000, owner_commission_percent: 0 },
};

/** A pending booking of 1,000 US dollars. It becomes active when half of the amount is paid. */
async function aPendingBooking(world: World): Promise<number> {
  const stay = { property_id: await aProperty(world), ...july, status: 'pending', charges: [rent] };
  return (await success(world.operator.post(operatorPath(world, '/bookings'), stay))).id;
}

/** The events from other services that change stays, for crash tests. */
export const publishedPaths: WritePath[] = [
  {
    ...published,
    name: 'storing a balance from finance that confirms a pending booking',
    given: async (world) => {
      const id = await aPendingBooking(world);
      const totals = [{ ...nothingPaid, currency_code: 'USD', total_paid: 1000 }];
      const entity = { id, booking_id: id, totals, canceled_utc: null };
      const event = publishedEvent(world.userId, { entity_type: 'booking_balance', entity_id: id, entity });
      return {
        id,
        topic: services.finance.topic,
        event,
        fields: { status: 'active', total_paid: 1000, total_owed: 0 },
      };
    },
  },
  {
    ...published,
    name: 'adding a thread that messaging publishes to a booking',
    given: async (world) => {
      const { id } = await aBooking(world);
      const entity = { id: world.userId, booking_id: id };
      const event = publishedEvent(world.userId, { entity_type: 'thread', entity_id: world.userId, entity });
      return { id, topic: services.messaging.topic, event, fields: { thread_ids: [world.userId] } };
    },
  },
];
