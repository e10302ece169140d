import { accountId } from '@keyhaven/persistence/account-scope';
import { annotationsOf } from '../testing/annotated-entities';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';
import { type SlowProcess, startSlowProcess } from '../testing/slow-process';
import { sweepStart, spreadFieldDefinition, spreadTagDefinition } from './spread-definition';

let booking: BookingUnderTest;
let slow: SlowProcess;
beforeAll(async () => {
  booking = await startBookingUnderTest();
  slow = await startSlowProcess(booking);
});
afterAll(async () => {
  await slow.stop();
  await booking.stop();
});

/**
 * A guest with a tag and a field. `rename`, `deleteTag` and `deleteField` change the definitions without changing the
 * guest.
 */
async function aGuestWithStaleTags() {
  const account = await booking.anAccount();
  const { api, userId } = account;
  const sent = { tags: ['Gold'], fields: [{ code: 'gate', value: '12' }] };
  const guestId = (await api.post('/v2/guests', { first_name: 'Ida', ...sent })).body.id as number;
  const listed = async (path: string) => (await api.get(path)).body.items[0].id as number;
  const [tag, field] = [await listed('/v2/tagdefinitions'), await listed('/v2/fielddefinitions')];
  const scope = { accountId: accountId(userId) };
  const { tagDefinitions, fieldDefinitions } = slow.store;
  return {
    ...account,
    path: `/v2/guests/${guestId}`,
    ofGuest: { entity_type: 'guest', entity_id: guestId },
    fieldId: await listed(`/v2/fields?entity_type=guest&entity_id=${guestId}`),
    shown: () => annotationsOf(account, 'guest', guestId),
    rename: (name: string) =>
      tagDefinitions.update(scope, { _id: tag }, (before) =>
        Promise.resolve({ after: { ...before, name, name_key: name.toLowerCase() } }),
      ),
    deleteTag: () =>
      tagDefinitions.update(scope, { _id: tag }, (before) =>
        Promise.resolve({ after: { ...before, is_deleted: true, name_key: undefined } }),
      ),
    deleteField: () =>
      fieldDefinitions.update(scope, { _id: field }, (before) =>
        Promise.resolve({ after: { ...before, is_deleted: true, code_key: undefined } }),
      ),
    sweep: async () => {
      await spreadTagDefinition(slow.store, scope, tag, sweepStart);
      await spreadFieldDefinition(slow.store, scope, field, sweepStart);
    },
  };
}

describe('a record whose tags and fields have not been updated yet after a change of their definitions', () => {
  it.each(['had been created', 'had not been created'])(
    'keeps a tag that is sent again after its definition was deleted (a new definition %s before the request)',
    async (how) => {
      const { api, path, shown, deleteTag, sweep } = await aGuestWithStaleTags();
      await deleteTag();
      if (how === 'had been created') await api.post('/v2/tagdefinitions', { name: 'GOLD' });
      expect((await api.patch(path, { tags: ['Gold'] })).status).toBe(200);
      const { tags } = await shown();
      expect(tags).toEqual([how === 'had been created' ? 'GOLD' : 'Gold']);
      await sweep();
      expect((await shown()).tags).toEqual(tags);
    },
  );

  it('gets a new tag when a request sends the previous name of a renamed tag', async () => {
    const { api, path, shown, rename, sweep } = await aGuestWithStaleTags();
    await rename('Platinum');
    expect((await api.patch(path, { tags: ['Gold', 'Platinum'] })).status).toBe(200);
    await sweep();
    expect((await shown()).tags).toEqual(['Gold', 'Platinum']);
    const names = (await api.get('/v2/tagdefinitions')).body.items.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['Platinum', 'Gold']);
  });

  it.each(['had been created', 'had not been created'])(
    'keeps a field that is sent again after its definition was deleted (a new definition %s before the request)',
    async (how) => {
      const { api, path, shown, deleteField, sweep } = await aGuestWithStaleTags();
      await deleteField();
      if (how === 'had been created') await api.post('/v2/fielddefinitions', { name: 'Gate' });
      const fields = [{ code: 'gate', value: '12' }];
      expect((await api.patch(path, { fields })).status).toBe(200);
      await sweep();
      expect((await shown()).fields).toEqual(fields);
    },
  );

  it('accepts no text (400) for a field whose definition was deleted and created again with type date', async () => {
    const { api, path, deleteField } = await aGuestWithStaleTags();
    await deleteField();
    await api.post('/v2/fielddefinitions', { name: 'Gate', type: 'date' });
    const { status, body } = await api.patch(path, { fields: [{ code: 'gate', value: '12' }] });
    expect([status, body.messages]).toEqual([400, [expect.stringContaining('of type date')]]);
  });

  it.each([
    ['POST /v2/fields', 'POST', () => '/v2/fields', '12'],
    ['PATCH /v2/fields/{id}', 'PATCH', (id: number) => `/v2/fields/${id}`, '12'],
    ['PATCH /v2/fields/{type}/{id}/{code}', 'PATCH', () => undefined, '34'],
  ] as const)(
    'keeps a field value that %s sets after the definition was deleted and created again',
    async (_case, method, pathOf, value) => {
      const { api, ofGuest, fieldId, shown, deleteField, sweep } = await aGuestWithStaleTags();
      await deleteField();
      await api.post('/v2/fielddefinitions', { name: 'Gate' });
      const path = pathOf(fieldId) ?? `/v2/fields/guest/${ofGuest.entity_id}/gate`;
      const body = method === 'POST' ? { ...ofGuest, code: 'gate', value } : { value };
      expect((await api.request(method, path, { body })).status).toBe(200);
      expect((await shown()).fields).toEqual([{ code: 'gate', value }]);
      await sweep();
      expect((await shown()).fields).toEqual([{ code: 'gate', value }]);
    },
  );

  it('accepts no new value for a field whose definition was deleted (404)', async () => {
    const { api, ofGuest, fieldId, deleteField } = await aGuestWithStaleTags();
    await deleteField();
    const answers = [
      await api.patch(`/v2/fields/${fieldId}`, { value: '34' }),
      await api.patch(`/v2/fields/guest/${ofGuest.entity_id}/gate`, { value: '34' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  });
});
