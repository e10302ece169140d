import type { ChangeEvent } from '@keyhaven/events/change-event';
import { operatorPath, success, unlessAnswered } from '@keyhaven/testing/crash/requests';
import type { World, WritePath } from '@keyhaven/testing/crash/write-path';
import { publishedAccount, publishedEvent } from '@keyhaven/testing/published-event';

/** A property of an account, as booking tells it. */
export function publishedProperty({ userId }: World, fields: Partial<ChangeEvent> = {}): ChangeEvent {
  const entity = { currency_code: 'EUR' };
  return publishedEvent(userId, { entity_type: 'property', entity_id: userId + 1, entity, ...fields });
}

const cleaning = { type: 'cleaning', description: 'Cleaning', amount: 80 };
const makeTax = (world: World, property_id: number) => {
  const tax = { description: 'City tax', mode: 'per_guest_per_night', amount: 2, property_id };
  return world.operator.post(operatorPath(world, '/taxes'), tax);
};

/** The copies of what other services tell: who names such a record finds it, and its currency counts. */
export const copyPaths: WritePath[] = [
  {
    name: 'taking over an account',
    given: async ({ userId }) => publishedAccount(userId, { currency_code: 'JPY' }, 2),
    act: (world, event) => world.deliver('keyhaven.identity', event),
    faults: async ({ api }) => {
      const { currency_code } = await success(api.post('/v2/surcharges', cleaning));
      return currency_code === 'JPY' ? [] : [`a surcharge is made in ${currency_code}`];
    },
    repeated: 'the same',
  },
  {
    name: 'taking over a property',
    given: async (world) => publishedProperty(world),
    act: (world, event) => world.deliver('keyhaven.booking', event),
    faults: (world, { entity_id }) => unlessAnswered(200, 'a tax of the property', makeTax(world, entity_id)),
    repeated: 'the same',
  },
  {
    name: 'taking over the deletion of a property',
    given: async (world) => {
      await world.deliver('keyhaven.booking', publishedProperty(world));
      return publishedProperty(world, { version: 2, action: 'entity_delete' });
    },
    act: (world, event) => world.deliver('keyhaven.booking', event),
    // Its owner is asked for what has no copy, and is not there: with the copy it would be a 200.
    faults: (world, { entity_id }) => unlessAnswered(503, 'a tax of the deleted property', makeTax(world, entity_id)),
    repeated: 'the same',
  },
  {
    name: 'taking over a listing site',
    given: async ({ userId }) => publishedEvent(userId, { entity_type: 'listing_site', entity_id: userId + 2 }),
    act: (world, event) => world.deliver('keyhaven.booking', event),
    faults: ({ api }, { entity_id }) => {
      const surcharge = { ...cleaning, listing_site_ids: [entity_id] };
      return unlessAnswered(200, 'a surcharge of the listing site', api.post('/v2/surcharges', surcharge));
    },
    repeated: 'the same',
  },
];
