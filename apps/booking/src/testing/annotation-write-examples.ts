import type { KeyedWrite, WriteExample } from '@keyhaven/testing/describe-idempotent-writes';
import type { BookingUnderTest } from './booking-under-test';

type Part = Pick<KeyedWrite, 'path' | 'body' | 'otherBody' | 'later' | 'block'>;

/** Examples of the write routes of tags, custom fields and their definitions. */
export function annotationWriteExamples(service: () => BookingUnderTest): Record<string, WriteExample> {
  const example = (write: (account: Prepared) => Promise<Part> | Part): WriteExample => ({
    prepare: async () => {
      const account = await prepared(service());
      return { userId: account.userId, caller: 'account', ...(await write(account)) };
    },
  });
  return {
    'POST /v2/tagdefinitions': example(() => ({
      path: '/v2/tagdefinitions',
      body: { name: 'VIP' },
      otherBody: { name: 'Other' },
    })),
    'PATCH /v2/tagdefinitions/:id': example(async ({ tag }) => ({
      path: `/v2/tagdefinitions/${(await tag()).body.tag_definition_id}`,
      body: { name: 'First' },
      otherBody: { name: 'Later' },
    })),
    'DELETE /v2/tagdefinitions/:id': example(async ({ tag }) => ({
      path: `/v2/tagdefinitions/${(await tag()).body.tag_definition_id}`,
      later: tag,
    })),
    'POST /v2/fielddefinitions': example(() => ({
      path: '/v2/fielddefinitions',
      body: { name: 'Gate' },
      otherBody: { name: 'Other' },
    })),
    'PATCH /v2/fielddefinitions/:id': example(async ({ field }) => ({
      path: `/v2/fielddefinitions/${(await field()).body.field_definition_id}`,
      body: { name: 'First' },
      otherBody: { name: 'Later' },
    })),
    'DELETE /v2/fielddefinitions/:id': example(async ({ field }) => ({
      path: `/v2/fielddefinitions/${(await field()).body.field_definition_id}`,
    })),
    'POST /v2/tags': example(({ ofGuest, ofBooking, removeTags }) => ({
      path: '/v2/tags',
      body: { ...ofGuest, name: 'VIP' },
      // The other request is for a record of another type, which is in another collection.
      otherBody: { ...ofBooking, name: 'VIP' },
      later: removeTags,
    })),
    'POST /v2/tags (on a booking)': example(({ ofBooking }) => ({
      path: '/v2/tags',
      body: { ...ofBooking, name: 'VIP' },
      otherBody: { ...ofBooking, name: 'Other' },
    })),
    'POST /v2/tags (that the guest has already)': example(async ({ ofGuest, tag, removeTags }) => {
      const { name } = (await tag()).body as { name: string };
      return { path: '/v2/tags', body: { ...ofGuest, name }, later: removeTags };
    }),
    'DELETE /v2/tags/:id': example(async ({ tag }) => ({ path: `/v2/tags/${(await tag()).body.id}`, later: tag })),
    'POST /v2/fields': example(({ ofGuest, ofBooking }) => ({
      path: '/v2/fields',
      body: { ...ofGuest, code: 'gate', value: '12' },
      otherBody: { ...ofBooking, code: 'gate', value: '12' },
    })),
    'PATCH /v2/fields/:id': example(async ({ field }) => ({
      path: `/v2/fields/${(await field()).body.id}`,
      body: { value: 'first' },
      otherBody: { value: 'later' },
    })),
    'DELETE /v2/fields/:id': example(async ({ field }) => ({
      path: `/v2/fields/${(await field()).body.id}`,
      later: field,
    })),
    'POST /v2/fields/:entity_type/:entity_id/:code': example(({ byCode }) => ({
      path: byCode,
      body: { value: '12' },
      otherBody: { value: '34' },
    })),
    'PATCH /v2/fields/:entity_type/:entity_id/:code': example(async ({ byCode, field }) => {
      await field();
      return { path: byCode, body: { value: 'first' }, otherBody: { value: 'later' } };
    }),
    'DELETE /v2/fields/:entity_type/:entity_id/:code': example(async ({ byCode, field }) => {
      await field();
      return { path: byCode, later: field };
    }),
  };
}

type Prepared = Awaited<ReturnType<typeof prepared>>;

/** Creates an account with a guest and a booking. `tag` adds a tag to the guest, and `field` a custom field. */
async function prepared(service: BookingUnderTest) {
  const { userId, api, operator } = await service.anAccount();
  const property_id = await operator.property();
  const { id } = await operator.booking({ property_id, arrival: '2030-07-01', departure: '2030-07-04' });
  const guestId = (await api.post('/v2/guests', { first_name: 'Ida' })).body.id as number;
  const ofGuest = { entity_type: 'guest', entity_id: guestId };
  return {
    userId,
    ofGuest,
    ofBooking: { entity_type: 'booking', entity_id: id },
    byCode: `/v2/fields/guest/${guestId}/gate`,
    tag: () => api.post('/v2/tags', { ...ofGuest, name: 'Regular' }),
    field: () => api.post('/v2/fields', { ...ofGuest, code: 'gate', value: 'before' }),
    removeTags: () => api.patch(`/v2/guests/${guestId}`, { tags: [] }),
  };
}
