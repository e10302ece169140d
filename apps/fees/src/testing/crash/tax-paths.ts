import { services } from '@keyhaven/contracts/platform/services';
import type { Answer } from '@keyhaven/testing/checked-client';
import { operatorPath, success, withKey } from '@keyhaven/testing/crash/requests';
import type { World, WritePath } from '@keyhaven/testing/crash/write-path';
import { publishedProperty } from './copy-paths';

const cityTax = { description: 'City tax', mode: 'per_guest_per_night', amount: 2.5 };
const taxes = (world: World, path = '') => operatorPath(world, `/taxes${path}`);

/** Delivers the event of a property, and returns its id. */
async function aProperty(world: World): Promise<number> {
  const event = publishedProperty(world);
  await world.deliver(services.booking.topic, event);
  return event.entity_id;
}

/** Creates a tax, and returns its path. */
async function aTax(world: World): Promise<string> {
  const property_id = await aProperty(world);
  return taxes(world, `/${(await success(world.operator.post(taxes(world), { ...cityTax, property_id }))).id}`);
}

const written = {
  record: 'tax',
  read: (world: World, _: unknown, { body }: Answer) => world.operator.get(taxes(world, `/${body.id}`)),
};

/** The writes of taxes, for crash tests. */
export const taxPaths: WritePath[] = [
  {
    ...written,
    name: 'making a tax with an Idempotency-Key',
    given: aProperty,
    act: (world, property_id) => world.operator.post(taxes(world), { ...cityTax, property_id }, withKey),
    repeated: 'the same',
  },
  {
    ...written,
    name: 'making a tax without a key',
    given: aProperty,
    act: (world, property_id) => world.operator.post(taxes(world), { ...cityTax, property_id }),
    repeated: 'another',
  },
  {
    ...written,
    name: 'changing a tax',
    given: aTax,
    act: ({ operator }, path) => operator.patch(path, { amount: 3, valid_from: '2030-01-01' }),
    repeated: 'the same',
  },
  {
    name: 'deleting a tax',
    given: aTax,
    act: ({ operator }, path) => operator.delete(path),
    repeated: 'gone',
  },
];
