import { serviceNames } from '@keyhaven/contracts/platform/services';
import { type Operations, serveOperations } from '@keyhaven/service/operations/operations';
import { until } from '@keyhaven/testing/until';
import { metricFaults } from './testing/metric-faults';
import { type PlatformForClients, startPlatformForClients } from './testing/platform-for-clients';

describe('the metrics of the platform', () => {
  let platform: PlatformForClients;
  let operations: Operations;
  beforeAll(async () => {
    platform = await startPlatformForClients();
    operations = await serveOperations({ host: '127.0.0.1', port: 0 });
    operations.show(platform.operated);
  }, 120_000);
  afterAll(async () => {
    await operations?.close(0);
    await platform?.stop();
  });

  const metrics = async () => (await fetch(`${operations.url}/metrics`)).text();

  it('are exactly those of the metrics registry, with the registered labels and without ids', async () => {
    const { call, ids } = platform;
    for (const [target, status] of [
      [`/v2/guests/${ids.guest}`, 200],
      ['/v2/guests/123456789', 404],
      ['/v2/nothing/123456789', 404],
      ['/nothing/123456789?key=0123456789abcdef', 404],
      ['/v2/bookings?limit=nine', 400],
    ] as const)
      expect([target, (await call(target)).status]).toEqual([target, status]);
    expect((await call('/v2/guests', { headers: { authorization: 'Bearer unknown' } })).status).toBe(401);
    expect(metricFaults(await metrics(), { services: serviceNames, kafka: false })).toEqual([]);
  });

  it('show that every service is ready, no migration is missing, and connections to the database are open', async () => {
    // Repeat the read: on a busy machine, a readiness check may exceed its time limit and fail.
    const text = await until(async () => {
      const found = await metrics();
      return found.match(/^keyhaven_ready\{.*\} 1$/gm)?.length === serviceNames.length ? found : undefined;
    }, 60_000);
    const values = (series: RegExp) => [...text.matchAll(series)].map(([, value]) => Number(value));
    for (const state of ['pending', 'unknown'])
      expect(new Set(values(new RegExp(`^keyhaven_schema_migrations\\{state="${state}".*\\} (.*)$`, 'gm')))).toEqual(
        new Set([0]),
      );
    const open = /^keyhaven_database_pool_connections\{.*service="booking"\} (.*)$/gm;
    expect(values(open).reduce((sum, value) => sum + value, 0)).toBeGreaterThan(0);
  }, 90_000);

  it('count an event when it is published', async () => {
    const published = async () =>
      Number(/^keyhaven_events_published_total\{service="booking"\} (.*)$/m.exec(await metrics())?.[1]);
    const before = await published();
    expect(
      (await platform.call(`/v2/guests/${platform.ids.guest}`, { method: 'PATCH', body: { notes: 'x' } })).status,
    ).toBe(200);
    await until(async () => (await published()) > before);
  });
});
