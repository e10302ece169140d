import { MAX_DEFINITIONS } from '@keyhaven/contracts/booking/annotation-definition';
import { until } from '@keyhaven/testing/until';
import { times } from '@keyhaven/testing/sample';
import { annotatedEntities, annotationsOf, anEntityOfEach } from '../testing/annotated-entities';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => void (booking = await startBookingUnderTest()));
afterAll(() => booking.stop());

/** An account with one record of each type. All have the tag VIP. */
async function tagged() {
  const account = await booking.anAccount();
  const ids = await anEntityOfEach(account);
  for (const entity_type of annotatedEntities) {
    const answer = await account.api.post('/v2/tags', { entity_type, entity_id: ids[entity_type], name: 'VIP' });
    expect([answer.status, answer.body.messages]).toEqual([200, undefined]);
  }
  const { body } = await account.api.get('/v2/tagdefinitions');
  return { ...account, ids, definition: body.items[0] as { id: number; name: string } };
}

describe('tag definitions', () => {
  it('are created, read, listed, renamed and deleted', async () => {
    const { api } = await booking.anAccount();
    const made = await api.post('/v2/tagdefinitions', { name: ' Late arrival ' });
    expect(made.body).toMatchObject({ id: expect.any(Number), name: 'Late arrival' });
    const path = `/v2/tagdefinitions/${made.body.id}`;
    expect((await api.get(path)).body).toEqual(made.body);
    expect((await api.patch(path, { name: 'Early arrival' })).body).toMatchObject({ name: 'Early arrival' });
    expect((await api.get('/v2/tagdefinitions')).body).toMatchObject({ count: 1, items: [{ name: 'Early arrival' }] });
    expect((await api.delete(path)).status).toBe(204);
    expect((await api.get(path)).status).toBe(404);
    expect((await api.delete(path)).status).toBe(404);
    expect((await api.get('/v2/tagdefinitions')).body.items).toEqual([]);
  });

  it('have a name that is unique in the account, ignoring case', async () => {
    const { api } = await booking.anAccount();
    const { id } = (await api.post('/v2/tagdefinitions', { name: 'VIP' })).body;
    const { body: other } = await api.post('/v2/tagdefinitions', { name: 'Direct' });
    for (const answer of [
      await api.post('/v2/tagdefinitions', { name: 'vip' }),
      await api.patch(`/v2/tagdefinitions/${other.id}`, { name: 'Vip' }),
    ]) {
      expect([answer.status, answer.body.messages[0]]).toEqual([409, expect.stringContaining(`${id}`)]);
    }
    expect((await api.patch(`/v2/tagdefinitions/${id}`, { name: 'vip' })).body.name).toBe('vip');
    const neighbour = await booking.anAccount();
    expect((await neighbour.api.post('/v2/tagdefinitions', { name: 'VIP' })).status).toBe(200);
    expect((await neighbour.api.get(`/v2/tagdefinitions/${id}`)).status).toBe(404);
  });

  it('can have the name of a deleted tag definition', async () => {
    const { api } = await booking.anAccount();
    const { id } = (await api.post('/v2/tagdefinitions', { name: 'VIP' })).body;
    await api.delete(`/v2/tagdefinitions/${id}`);
    expect((await api.post('/v2/tagdefinitions', { name: 'VIP' })).body.id).not.toBe(id);
  });

  it('are listed in pages, and filtered by since_utc', async () => {
    const { api } = await booking.anAccount();
    for (const name of ['a', 'b', 'c']) await api.post('/v2/tagdefinitions', { name });
    const first = (await api.get('/v2/tagdefinitions?limit=2')).body;
    const second = (await api.get(first.next_page_url)).body;
    const names = [...first.items, ...second.items].map(({ name }: { name: string }) => name);
    expect([names, second.next_page_url]).toEqual([['a', 'b', 'c'], null]);
    expect((await api.get('/v2/tagdefinitions?since_utc=2100-01-01')).body.items).toEqual([]);
  });

  it('are refused above the limit of the account, and nothing is stored', async () => {
    const { api, userId } = await booking.anAccount();
    const documents = Array.from({ length: MAX_DEFINITIONS }, (_, at) => ({
      _id: userId * 2000 + at,
      user_id: userId,
      revision: 1,
      version: 1,
      name: `t${at}`,
      name_key: `t${at}`,
      is_deleted: false,
    }));
    await booking.connection.collection<{ _id: number }>('tag_definitions').insertMany(documents);
    expect((await api.post('/v2/tagdefinitions', { name: 'one more' })).status).toBe(400);
    const { body: guest } = await api.post('/v2/guests', { first_name: 'Ida', tags: ['t1'] });
    const refused = await api.patch(`/v2/guests/${guest.id}`, { tags: ['t1', 'one more'] });
    expect([refused.status, refused.body.messages[0]]).toEqual([400, expect.stringContaining('1000 definitions')]);
  });

  it('cannot be changed if If-Match contains an older version (412)', async () => {
    const { api } = await booking.anAccount();
    const made = await api.post('/v2/tagdefinitions', { name: 'VIP' });
    const path = `/v2/tagdefinitions/${made.body.id}`;
    const headers = { 'if-match': made.headers.get('etag')! };
    expect((await api.patch(path, { name: 'A' }, { headers })).status).toBe(200);
    expect((await api.patch(path, { name: 'B' }, { headers })).status).toBe(412);
  });
});

describe('renaming a tag definition', () => {
  it.each(annotatedEntities)('renames the tag of a %s and publishes it with a new version', async (type) => {
    const { api, userId, ids, definition, operator } = await tagged();
    const account = { api, userId, operator };
    const before = (await booking.eventsOf(userId, type, 2)).length;
    await api.patch(`/v2/tagdefinitions/${definition.id}`, { name: 'Regular' });
    expect(await annotationsOf(account, type, ids[type])).toEqual({ tags: ['Regular'], fields: [] });
    const events = await booking.eventsOf(userId, type, before + 1);
    const [last, previous] = [events.at(-1)!, events.at(-2)!];
    expect(last).toMatchObject({ action: 'entity_update', entity: { tags: ['Regular'] }, categories: ['other'] });
    expect(last.version).toBe(previous.version + 1);
  });

  it('renames the tag on all its records, even if there are more records than fit in one batch', async () => {
    const account = await booking.anAccount();
    const lines = Array.from({ length: 450 }, (_, at) => ({ import_key: `${at}`, first_name: 'Ida', tags: ['VIP'] }));
    expect((await account.operator.import('guests', lines)).body).toMatchObject({ created: 450 });
    const { id } = (await account.api.get('/v2/tagdefinitions')).body.items[0];
    expect((await account.api.patch(`/v2/tagdefinitions/${id}`, { name: 'Regular' })).status).toBe(200);
    // Ask the database: reading the whole list repeatedly through the API would delay the jobs.
    const guests = booking.connection.collection('guests');
    const remaining = { user_id: account.userId, 'tags.name': 'VIP' };
    await until(async () => (await guests.countDocuments(remaining)) === 0, 60_000);
    const { items } = (await account.api.get('/v2/guests?limit=1000&include_tags=true')).body;
    expect(items.map(({ tags }: { tags: string[] }) => tags.join())).toEqual(Array(450).fill('Regular'));
    expect(await booking.eventsOf(account.userId, 'guest', 900)).toHaveLength(900);
  }, 120_000);
});

describe('deleting a tag definition', () => {
  it.each(annotatedEntities)('removes the tag from a %s and publishes it', async (type) => {
    const { api, userId, ids, definition, operator } = await tagged();
    const { body } = await api.get(`/v2/tags?entity_type=${type}&entity_id=${ids[type]}`);
    const before = (await booking.eventsOf(userId, type, 2)).length;
    expect((await api.delete(`/v2/tagdefinitions/${definition.id}`)).status).toBe(204);
    expect(await annotationsOf({ api, userId, operator }, type, ids[type])).toEqual({ tags: [], fields: [] });
    expect((await api.get(`/v2/tags/${body.items[0].id}`)).status).toBe(404);
    expect((await booking.eventsOf(userId, type, before + 1)).at(-1)).toMatchObject({ entity: { tags: [] } });
  });

  it('leaves no tag without a definition, even if other requests add tags with the deleted name at the same time', async () => {
    const { api, userId } = await booking.anAccount();
    const { body: guest } = await api.post('/v2/guests', { first_name: 'Ida' });
    for (let round = 0; round < times(5, 2); round++) {
      const { body } = await api.post('/v2/tagdefinitions', { name: 'VIP' });
      await Promise.all([
        api.patch(`/v2/guests/${guest.id}`, { tags: ['VIP'] }),
        api.delete(`/v2/tagdefinitions/${body.id ?? 0}`),
        api.post('/v2/tags', { entity_type: 'guest', entity_id: guest.id, name: 'vip' }),
      ]);
      const [stored] = await booking.connection.collection('guests').find({ user_id: userId }).toArray();
      const used = (stored!.tags as { tag_definition_id: number }[]).map((tag) => tag.tag_definition_id);
      const { items } = (await api.get('/v2/tagdefinitions')).body;
      const live = items.map(({ id }: { id: number }) => id);
      expect(used.filter((id) => !live.includes(id))).toEqual([]);
      await api.patch(`/v2/guests/${guest.id}`, { tags: [] });
      for (const id of live) await api.delete(`/v2/tagdefinitions/${id}`);
    }
  });
});
