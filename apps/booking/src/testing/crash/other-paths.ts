import { services } from '@keyhaven/contracts/platform/services';
import { operatorPath, success, withKey } from '@keyhaven/testing/crash/requests';
import { MAX_NOTED } from '@keyhaven/persistence/idempotency';
import type { Answer } from '@keyhaven/testing/checked-client';
import type { World, WritePath } from '@keyhaven/testing/crash/write-path';
import { publishedAccount } from '@keyhaven/testing/published-event';
import { aBooking, aProperty } from './requests';

const property = {
  record: 'property',
  read: (world: World, _: unknown, { body }: Answer) =>
    world.operator.get(operatorPath(world, `/properties/${body.id}`)),
};
const guest = {
  record: 'guest',
  read: ({ api }: World, _: unknown, { body }: Answer) => api.get(`/v2/guests/${body.id}`),
};
const owner = {
  record: 'owner',
  read: ({ api }: World, _: unknown, { body }: Answer) => api.get(`/v2/owners/${body.id}`),
};
const listingSite = {
  record: 'listing_site',
  read: ({ api }: World, _: unknown, { body }: Answer) => api.get(`/v2/listing_sites/${body.id}`),
};
const ida = { first_name: 'Ida', last_name: 'Rossi', email_addresses: [{ address: 'ida@example.com' }] };
const airbnb = { name: 'Airbnb', domain: 'airbnb.example' };

async function anOwner(world: World): Promise<number> {
  return (await success(world.operator.post(operatorPath(world, '/owners'), ida))).id;
}

const changeKeyed = (api: World['api'], id: number, at: number) =>
  api.patch(`/v2/guests/${id}`, { last_name: `Rossi ${at}` }, { headers: { 'idempotency-key': `change-${at}` } });

/** The writes of properties, guests, owners and listing sites, and the event of an account, for crash tests. */
export const otherPaths: WritePath[] = [
  {
    ...property,
    name: 'creating a property with an Idempotency-Key',
    act: (world) => world.operator.post(operatorPath(world, '/properties'), { name: 'Casa' }, withKey),
    repeated: 'the same',
  },
  {
    ...property,
    name: 'changing a property',
    given: aProperty,
    act: (world, id) => world.operator.patch(operatorPath(world, `/properties/${id}`), { name: 'Villa', bedrooms: 3 }),
    repeated: 'the same',
  },
  {
    ...guest,
    name: 'creating a guest with an Idempotency-Key',
    act: ({ api }) => api.post('/v2/guests', ida, withKey),
    repeated: 'the same',
  },
  {
    ...guest,
    name: 'creating a guest without a key',
    act: ({ api }) => api.post('/v2/guests', ida),
    repeated: 'another',
  },
  {
    ...guest,
    name: 'changing a guest',
    given: async ({ api }) => (await success(api.post('/v2/guests', ida))).id,
    act: ({ api }, id) => api.patch(`/v2/guests/${id}`, { last_name: 'Bianchi' }),
    repeated: 'the same',
  },
  {
    ...guest,
    name: 'changing a guest whose document is full of Idempotency-Keys',
    given: async ({ api }) => {
      const { id } = await success(api.post('/v2/guests', ida));
      for (let at = 0; at < MAX_NOTED; at++) await success(changeKeyed(api, id, at));
      return id;
    },
    act: ({ api }, id) => changeKeyed(api, id, MAX_NOTED),
    faults: async ({ api }, id) => {
      const { last_name } = await success(changeKeyed(api, id, 0));
      return last_name === 'Rossi 0' ? [] : [`the repeated first change is answered with ${last_name}`];
    },
    repeated: 'the same',
  },
  {
    name: 'deleting the e-mail address of a guest',
    given: async ({ api }) => success(api.post('/v2/guests', ida)),
    act: ({ api }, { id, email_addresses }) => api.delete(`/v2/guests/${id}/email_addresses/${email_addresses[0].id}`),
    faults: async ({ api }, { id }) => {
      const { email_addresses } = await success(api.get(`/v2/guests/${id}`));
      return email_addresses.length === 0 ? [] : ['the e-mail address still exists after its deletion'];
    },
    repeated: 'gone',
  },
  {
    name: 'deleting a guest',
    given: async ({ api }) => (await success(api.post('/v2/guests', ida))).id,
    act: ({ api }, id) => api.delete(`/v2/guests/${id}`),
    faults: async ({ api }) => {
      const { count } = await success(api.get('/v2/guests?q=ida'));
      return count === 0 ? [] : [`${count} guests still exist after the deletion`];
    },
    repeated: 'gone',
  },
  {
    ...owner,
    name: 'creating an owner with an Idempotency-Key',
    act: (world) => world.operator.post(operatorPath(world, '/owners'), ida, withKey),
    repeated: 'the same',
  },
  {
    ...owner,
    name: 'changing an owner',
    given: anOwner,
    act: (world, id) => world.operator.patch(operatorPath(world, `/owners/${id}`), { name: 'Rossi Ltd' }),
    repeated: 'the same',
  },
  {
    name: 'deleting an owner',
    given: anOwner,
    act: (world, id) => world.operator.delete(operatorPath(world, `/owners/${id}`)),
    faults: async ({ api }) => {
      const { count } = await success(api.get('/v2/owners'));
      return count === 0 ? [] : [`${count} owners still exist after the deletion`];
    },
    repeated: 'gone',
  },
  {
    ...property,
    name: 'creating a property with an owner',
    given: anOwner,
    act: (world, owner_id) =>
      world.operator.post(operatorPath(world, '/properties'), { name: 'Casa', owner_id }, withKey),
    repeated: 'the same',
  },
  {
    ...listingSite,
    name: 'creating a listing site with an Idempotency-Key',
    act: (world) => world.operator.post(operatorPath(world, '/listing_sites'), airbnb, withKey),
    repeated: 'the same',
  },
  {
    ...listingSite,
    name: 'changing a listing site',
    given: async (world) => (await success(world.operator.post(operatorPath(world, '/listing_sites'), airbnb))).id,
    act: (world, id) => world.operator.patch(operatorPath(world, `/listing_sites/${id}`), { active: false }),
    repeated: 'the same',
  },
  {
    name: 'storing the copy of an account',
    given: async ({ userId }) => publishedAccount(userId, { currency_code: 'JPY' }, 2),
    act: async (world, event) => {
      const taken = await world.deliver(services.identity.topic, event);
      return { ...taken, body: { currency_code: 'JPY' } };
    },
    read: async (world) => ({ status: 200, body: await aBooking(world), headers: new Headers() }),
    faults: async (world) => {
      const { currency_code } = await aBooking(world);
      return currency_code === 'JPY' ? [] : [`a booking is made in ${currency_code}`];
    },
    repeated: 'the same',
  },
];
