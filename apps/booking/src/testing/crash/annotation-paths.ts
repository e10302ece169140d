import { success, withKey } from '@keyhaven/testing/crash/requests';
import { unlessSettled } from '@keyhaven/testing/crash/unless-settled';
import type { Answer } from '@keyhaven/testing/checked-client';
import type { World, WritePath } from '@keyhaven/testing/crash/write-path';
import { aBooking, aProperty, july } from './requests';

type Made = { id: number } & Record<string, any>;
type Tagged = { guest: number; booking: number; tag: Made; field: Made };

const sent = { tags: ['VIP'], fields: [{ code: 'gate', value: '12' }] };

const aGuest = async ({ api }: World): Promise<number> =>
  (await success(api.post('/v2/guests', { first_name: 'Ida' }))).id;

/** Creates a guest and a booking with a tag and a field each. Also returns the tag and the field of the guest. */
async function tagged(world: World): Promise<Tagged> {
  const { api } = world;
  const [guest, { id: booking }] = [await aGuest(world), await aBooking(world)];
  await success(api.patch(`/v2/guests/${guest}`, sent));
  await success(api.patch(`/v2/bookings/${booking}`, sent));
  const first = async (of: string): Promise<Made> =>
    (await success(api.get(`/v2/${of}?entity_type=guest&entity_id=${guest}`))).items[0];
  return { guest, booking, tag: await first('tags'), field: await first('fields') };
}

const annotationsOf = async ({ api }: World, path: string): Promise<string> => {
  const { tags, fields } = await success(api.get(`${path}?include_fields=true`));
  return JSON.stringify({ tags, fields });
};

/** Describes the fault if a record does not get these tags and fields. */
const annotationFaults = (world: World, path: string, expected: object): Promise<string[]> =>
  unlessSettled(
    async () => (await annotationsOf(world, path)) === JSON.stringify(expected),
    async () => `${path} has ${await annotationsOf(world, path)} instead of ${JSON.stringify(expected)}`,
  );

/**
 * Describes the fault if the account does not have exactly one tag definition and one field
 * definition.
 */
async function definitionFaults({ api }: World): Promise<string[]> {
  const countOf = async (path: string) => (await success(api.get(path))).count as number;
  return unlessSettled(
    async () => (await countOf('/v2/tagdefinitions')) === 1 && (await countOf('/v2/fielddefinitions')) === 1,
    () => 'a definition is missing, or two have the same name',
  );
}

const sentByGuest = (guest: number) => ({ entity_type: 'guest', entity_id: guest });

/** The writes of tags, custom fields and their definitions, for crash tests. */
export const annotationPaths: WritePath[] = [
  {
    name: 'tagging a guest with a new name',
    given: aGuest,
    act: ({ api }, guest) => api.post('/v2/tags', { ...sentByGuest(guest), name: 'VIP' }),
    read: ({ api }, _guest, { body }: Answer) => api.get(`/v2/tags/${body.id}`),
    faults: (world, guest) => annotationFaults(world, `/v2/guests/${guest}`, { tags: ['VIP'], fields: [] }),
    repeated: 'the same',
  },
  {
    name: 'removing a tag',
    given: tagged,
    act: ({ api }, { tag }) => api.delete(`/v2/tags/${tag.id}`),
    faults: (world, { guest }) => annotationFaults(world, `/v2/guests/${guest}`, { ...sent, tags: [] }),
    repeated: 'gone',
  },
  {
    name: 'setting a custom field of a booking with a new code',
    given: async (world) => (await aBooking(world)).id,
    act: ({ api }, booking) => api.post(`/v2/fields/booking/${booking}/gate`, { value: '12' }),
    read: ({ api }, _booking, { body }: Answer) => api.get(`/v2/fields/${body.id}`),
    faults: (world, booking) => annotationFaults(world, `/v2/bookings/${booking}`, { ...sent, tags: [] }),
    repeated: 'the same',
  },
  {
    name: 'changing a custom field with an Idempotency-Key',
    given: tagged,
    act: ({ api }, { field }) => api.patch(`/v2/fields/${field.id}`, { value: '34' }, withKey),
    read: ({ api }, { field }) => api.get(`/v2/fields/${field.id}`),
    repeated: 'the same',
  },
  {
    record: 'guest',
    name: 'creating a guest with new tags and fields, with an Idempotency-Key',
    act: ({ api }) => api.post('/v2/guests', { first_name: 'Ida', ...sent }, withKey),
    read: ({ api }, _given, { body }: Answer) => api.get(`/v2/guests/${body.id}`),
    faults: definitionFaults,
    repeated: 'the same',
  },
  {
    record: 'booking',
    name: 'creating a booking with new tags and fields, with an Idempotency-Key',
    given: aProperty,
    act: ({ api }, property_id) => api.post('/v2/bookings', { property_id, ...july, ...sent }, withKey),
    read: ({ api }, _given, { body }: Answer) => api.get(`/v2/bookings/${body.id}`),
    faults: definitionFaults,
    repeated: 'the same',
  },
  {
    name: 'renaming a tag',
    given: tagged,
    act: ({ api }, { tag }) => api.patch(`/v2/tagdefinitions/${tag.tag_definition_id}`, { name: 'Regular' }),
    faults: async (world, { guest, booking }) => [
      ...(await annotationFaults(world, `/v2/guests/${guest}`, { ...sent, tags: ['Regular'] })),
      ...(await annotationFaults(world, `/v2/bookings/${booking}`, { ...sent, tags: ['Regular'] })),
    ],
    repeated: 'the same',
  },
  {
    name: 'deleting a tag definition',
    given: tagged,
    act: ({ api }, { tag }) => api.delete(`/v2/tagdefinitions/${tag.tag_definition_id}`),
    faults: async (world, { guest, booking }) => [
      ...(await annotationFaults(world, `/v2/guests/${guest}`, { ...sent, tags: [] })),
      ...(await annotationFaults(world, `/v2/bookings/${booking}`, { ...sent, tags: [] })),
    ],
    repeated: 'gone',
  },
  {
    name: 'deleting a field definition',
    given: tagged,
    act: ({ api }, { field }) => api.delete(`/v2/fielddefinitions/${field.field_definition_id}`),
    faults: async (world, { guest, booking }) => [
      ...(await annotationFaults(world, `/v2/guests/${guest}`, { ...sent, fields: [] })),
      ...(await annotationFaults(world, `/v2/bookings/${booking}`, { ...sent, fields: [] })),
    ],
    repeated: 'gone',
  },
];
