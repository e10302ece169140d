import { anAccountId, type ServiceUnderTest } from '@keyhaven/testing/service-under-test';
import { startSampleUnderTest } from '../testing/sample-under-test';

let sample: ServiceUnderTest;
beforeAll(async () => {
  sample = await startSampleUnderTest();
});
afterAll(() => sample.stop());

describe('the routes of widgets', () => {
  it('add, change, read and list widgets', async () => {
    const api = sample.asAccount(anAccountId());
    const added = await api.post('/v2/widgets', { name: 'First', units: 3 });
    expect(added).toMatchObject({ status: 200, body: { name: 'First', units: 3, reserved: 0 } });
    const changed = await api.patch(`/v2/widgets/${added.body.id}`, { reserved: 2 });
    expect(changed.body).toMatchObject({ name: 'First', reserved: 2 });
    expect((await api.get(`/v2/widgets/${added.body.id}`)).body).toEqual(changed.body);
    await api.post('/v2/widgets', { name: 'Second', units: 1 });
    const { body } = await api.get('/v2/widgets?limit=1');
    expect(body).toMatchObject({ items: [changed.body], count: 1 });
    expect((await api.get(body.next_page_url)).body.items).toMatchObject([{ name: 'Second' }]);
  });

  it('publish each change of a widget', async () => {
    const userId = anAccountId();
    const api = sample.asAccount(userId);
    const { body } = await api.post('/v2/widgets', { name: 'First', units: 3 });
    await api.patch(`/v2/widgets/${body.id}`, { units: 4 });
    const [created, updated] = await sample.eventsOf(userId, 'widget', 2);
    expect(created).toMatchObject({ entity_id: body.id, version: 1, entity: { units: 3 } });
    expect(updated).toMatchObject({ entity_id: body.id, version: 2, entity: { units: 4 } });
  });

  it('refuse a new or changed widget whose `reserved` exceeds its `units`', async () => {
    const api = sample.asAccount(anAccountId());
    const messages = ['reserved: 3 is not accepted; it must be at most units, 2'];
    const refused = await api.post('/v2/widgets', { name: 'First', units: 2, reserved: 3 });
    expect(refused).toMatchObject({ status: 400, body: { messages } });
    const { body } = await api.post('/v2/widgets', { name: 'First', units: 2 });
    expect(await api.patch(`/v2/widgets/${body.id}`, { reserved: 3 })).toMatchObject({
      status: 400,
      body: { messages },
    });
  });

  it('answer 404 for a widget of another account', async () => {
    const { body } = await sample.asAccount(anAccountId()).post('/v2/widgets', { name: 'First', units: 2 });
    expect((await sample.asAccount(anAccountId()).get(`/v2/widgets/${body.id}`)).status).toBe(404);
  });
});
