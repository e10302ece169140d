import { type FeesUnderTest, startFeesUnderTest } from '../testing/fees-under-test';

let fees: FeesUnderTest;
beforeAll(async () => {
  fees = await startFeesUnderTest();
});
afterAll(() => fees.stop());

describe.each([
  ['surcharge', '/v2/surcharges'],
  ['discount', '/v2/discounts'],
] as const)('DELETE of a %s', (kind, path) => {
  it('returns 204; later reads, changes and deletions of the record return 404', async () => {
    const account = await fees.anAccount();
    const { id } = await account[kind]();
    const deleted = await account.api.delete(`${path}/${id}`);
    expect([deleted.status, deleted.body]).toEqual([204, undefined]);
    expect((await account.api.get(`${path}/${id}`)).status).toBe(404);
    expect((await account.api.patch(`${path}/${id}`, { active: true })).status).toBe(404);
    expect((await account.api.delete(`${path}/${id}`)).status).toBe(404);
    expect((await account.api.get(path)).body.items).toEqual([]);
  });

  it('keeps the record with deleted_utc in lists with include_deleted for 90 days', async () => {
    const account = await fees.anAccount();
    const [gone, long, kept] = [await account[kind](), await account[kind](), await account[kind]()];
    await account.api.delete(`${path}/${gone.id}`);
    await account.api.delete(`${path}/${long.id}`);
    const definitions = fees.connection.collection<{ _id: number }>('definitions');
    const ninetyOneDaysAgo = new Date(Date.now() - 91 * 24 * 3600 * 1000);
    await definitions.updateOne({ _id: long.id }, { $set: { deleted_utc: ninetyOneDaysAgo } });
    const { items } = (await account.api.get(`${path}?include_deleted=true&since_utc=2020-01-01`)).body;
    expect(items).toEqual([
      { ...gone, updated_utc: items[0].updated_utc, deleted_utc: expect.stringMatching(/Z$/) },
      kept,
    ]);
    expect((await account.api.get(`${path}?include_deleted=false`)).body.items).toEqual([kept]);
  });

  it('publishes one event with the last state of the record and deleted_utc', async () => {
    const account = await fees.anAccount();
    const made = await account[kind]({ position: 3 });
    await account.api.delete(`${path}/${made.id}`);
    const [create, deletion] = await fees.eventsOf(account.userId, kind, 2);
    expect(create).toMatchObject({ action: 'entity_create', version: 1 });
    expect(deletion).toMatchObject({
      action: 'entity_delete',
      entity_id: made.id,
      version: 2,
      categories: [kind],
      entity: { ...made, updated_utc: expect.any(String), deleted_utc: expect.stringMatching(/Z$/) },
    });
  });

  it('is refused if If-Match does not contain the current version', async () => {
    const account = await fees.anAccount();
    const { id } = await account[kind]();
    const remove = (version: string) => account.api.delete(`${path}/${id}`, { headers: { 'if-match': version } });
    expect((await remove('"7"')).status).toBe(412);
    expect((await remove('"1"')).status).toBe(204);
  });

  it('succeeds for only one of several concurrent requests', async () => {
    const account = await fees.anAccount();
    const { id } = await account[kind]();
    const answers = await Promise.all(Array.from({ length: 5 }, () => account.api.delete(`${path}/${id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404]);
  });
});

describe('events of surcharges and discounts', () => {
  it.each(['surcharge', 'discount'] as const)('contain the full %s and its category', async (kind) => {
    const account = await fees.anAccount();
    const made = await account[kind]();
    const changed = (await account.api.patch(`/v2/${kind}s/${made.id}`, { position: 8 })).body;
    await account.api.patch(`/v2/${kind}s/${made.id}`, { position: 8 });
    const deactivated = (await account.api.patch(`/v2/${kind}s/${made.id}`, { active: false })).body;
    const events = await fees.eventsOf(account.userId, kind, 3);
    expect(events).toMatchObject([
      { action: 'entity_create', version: 1, categories: [kind], entity: made, private: {} },
      { action: 'entity_update', version: 2, categories: [kind], entity: changed },
      { action: 'entity_update', version: 3, categories: [kind], entity: deactivated },
    ]);
  });
});
