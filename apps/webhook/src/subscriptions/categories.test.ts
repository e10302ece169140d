import { readFileSync } from 'node:fs';
import path from 'node:path';
import { subscriptionTypes, typeNames } from '@keyhaven/contracts/webhook/categories';
import { startWebhookUnderTest, type WebhookUnderTest } from '../testing/webhook-under-test';

const PATH = '/v2/webhooksubscriptions';

let service: WebhookUnderTest;
beforeAll(async () => {
  service = await startWebhookUnderTest();
});
afterAll(() => service.stop());

describe('the categories of webhook subscriptions', () => {
  it('are exactly the categories that docs/integrators/webhooks.md explains', () => {
    const text = readFileSync(path.join(__dirname, '../../../../docs/integrators/webhooks.md'), 'utf8');
    const table = text.slice(text.search(/^\| type +\| category /m));
    const explained = [...table.matchAll(/^\| `(\w+)` +\| `(\w+)` +\|/gm)];
    const known = Object.entries(subscriptionTypes).flatMap(([type, { categories }]) =>
      categories.map((category) => `${type} ${category}`),
    );
    expect(explained.map(([, type, category]) => `${type} ${category}`).sort()).toEqual(known.sort());
  });

  it('are listed by type, without the category `other`', async () => {
    const { body } = await service.anAccount().api.get(`${PATH}/categories`);
    expect(body).toMatchObject({
      Booking: ['availability', 'canceled', 'charge', 'dates', 'financial'],
      Contact: [],
      Quote: ['availability', 'charge', 'dates'],
      Property: ['photos'],
      Owner: [],
      Calendar: ['availability', 'rates', 'rules'],
      Surcharge: ['surcharge'],
      Discount: ['discount'],
    });
    expect(body).not.toHaveProperty('items');
    expect(Object.values(body).flat()).not.toContain('other');
  });

  it('are listed under keys that a new subscription accepts as its type, in lower and upper case', async () => {
    const { api } = service.anAccount();
    const created = async (type: string) =>
      (await api.post(PATH, { type, webhook_url: 'https://hooks.example/keyhaven' })).body.type as string;
    const types = [];
    for (const key of Object.keys((await api.get(`${PATH}/categories`)).body)) types.push(await created(key));
    expect(types).toEqual(typeNames);
    expect(await created('CONTACT')).toBe('guest');
  });
});
