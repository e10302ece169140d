import type { World } from '@keyhaven/testing/crash/write-path';
import { until } from '@keyhaven/testing/until';
import { startWebhookUnderTest, type TestAccount, type WebhookUnderTest } from '../webhook-under-test';
import { audience } from './audience';

let service: WebhookUnderTest;
let account: TestAccount;
let world: World;
beforeAll(async () => {
  await audience.start();
  service = await startWebhookUnderTest();
  account = service.anAccount();
  world = account as unknown as World;
  await account.subscribe(audience.address(world, 'well'));
});
afterAll(async () => {
  await service.stop();
  await audience.stop();
});

const deliveries = () => service.connection.collection('deliveries');
const deliveredIs = (count: number) =>
  until(async () => (await deliveries().countDocuments({ status: 'delivered' })) === count);

it('audience.violations finds exactly the unexpected, missing and changed deliveries', async () => {
  const change = await service.publish(account.userId);
  await deliveredIs(1);
  const endpoint = `/well/${account.userId}`;
  expect(await audience.violations(service.connection)).toEqual([`${endpoint} ${change.event_id} was not expected`]);
  audience.expect(world, 'well', change);
  expect(await audience.violations(service.connection)).toEqual([]);

  audience.expect(world, 'well', { ...change, entity: {} });
  expect((await audience.violations(service.connection)).join()).toMatch(/arrived with another entity$/);
  audience.expect(world, 'well', change, 'canceled');
  expect((await audience.violations(service.connection)).join()).toMatch(/has the deliveries delivered, not canceled$/);
  audience.expect(world, 'well', change);
  const lost = { ...change, event_id: '0d3c1f3a-6f5e-4f43-9f0e-0f2f6c9e1a11' };
  audience.expect(world, 'well', lost);
  expect(await audience.violations(service.connection)).toEqual([
    `${endpoint} ${lost.event_id} has the deliveries none, not delivered`,
    `${endpoint} ${lost.event_id} did not arrive`,
  ]);
});
