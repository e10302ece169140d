import { services } from '@keyhaven/contracts/platform/services';
import type { ChangeEvent } from '@keyhaven/events/change-event';
import { operatorPath, success, unlessAnswered } from '@keyhaven/testing/crash/requests';
import type { World, WritePath } from '@keyhaven/testing/crash/write-path';
import { publishedAccount, publishedEvent } from '@keyhaven/testing/published-event';

/** The event of a property, as the booking service publishes it. */
export function publishedProperty({ userId }: World, fields: Partial<ChangeEvent> = {}): ChangeEvent {
  const entity = { currency_code: 'EUR' };
  return publishedEvent(userId, { entity_type: 'property', entity_id: userId + 1, entity, ...fields });
}

const cleaning = { type: 'cleaning', description: 'Cleaning', amount: 80 };
const makeTax = (world: World, property_id: number) => {
  const tax = { description: 'City tax', mode: 'per_guest_per_night', amount: 2, property_id };
  return world.operator.post(operatorPath(world, '/taxes'), tax);
};

/**
 * The events of other services that fees consumes, for crash tests. Definitions and taxes refer to
 * these records or use their currency.
 */
export const copyPaths: WritePath[] = [
  {
    name: 'consuming the event of an account',
    given: async ({ userId }) => publishedAccount(userId, { currency_code: 'JPY' }, 2),
    act: (world, event) => world.deliver(services.identity.topic, event),
    faults: async ({ api }) => {
      const { currency_code } = await success(api.post('/v2/surcharges', cleaning));
      return currency_code === 'JPY' ? [] : [`a surcharge is made in ${currency_code}`];
    },
    repeated: 'the same',
  },
  {
    name: 'consuming the event of a property',
    given: async (world) => publishedProperty(world),
    act: (world, event) => world.deliver(services.booking.topic, event),
    faults: (world, { entity_id }) => unlessAnswered(200, 'a tax of the property', makeTax(world, entity_id)),
    repeated: 'the same',
  },
  {
    name: 'consuming the deletion of a property',
    given: async (world) => {
      await world.deliver(services.booking.topic, publishedProperty(world));
      return publishedProperty(world, { version: 2, action: 'entity_delete' });
    },
    act: (world, event) => world.deliver(services.booking.topic, event),
    // If the copy is deleted, fees asks booking. Booking is not running here, so the response of fees is a 503. If the
    // copy still existed, the response would be a 200.
    faults: (world, { entity_id }) => unlessAnswered(503, 'a tax of the deleted property', makeTax(world, entity_id)),
    repeated: 'the same',
  },
  {
    name: 'consuming the event of a listing site',
    given: async ({ userId }) => publishedEvent(userId, { entity_type: 'listing_site', entity_id: userId + 2 }),
    act: (world, event) => world.deliver(services.booking.topic, event),
    faults: ({ api }, { entity_id }) => {
      const surcharge = { ...cleaning, listing_site_ids: [entity_id] };
      return unlessAnswered(200, 'a surcharge of the listing site', api.post('/v2/surcharges', surcharge));
    },
    repeated: 'the same',
  },
];
