import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Operations, serveOperations } from '@keyhaven/service/operations/operations';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test';
import { send } from '../testing/send';

describe('the gateway', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => void (gateway = await startGatewayUnderTest()));
  afterAll(() => gateway.stop());

  it('answers requests for the root path with its name and version', async () => {
    const file = path.resolve(__dirname, '../../../../package.json');
    const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
    expect((await send(gateway.url, '/')).body).toEqual({
      name: 'Keyhaven',
      version,
      help: '/help/v2',
      openapi: '/openapi/v2.json',
    });
  });

  it('answers health checks while the identity service is unavailable', async () => {
    gateway.identity.isDown = true;
    expect((await send(gateway.url, '/healthz')).status).toBe(200);
  });

  it('serves neither readiness nor metrics on its public port', async () => {
    for (const path of ['/metrics', '/livez', '/readyz']) expect((await send(gateway.url, path)).status).toBe(404);
  });
});

describe("the gateway's operations port", () => {
  let gateway: GatewayUnderTest;
  let operations: Operations;
  beforeAll(async () => {
    gateway = await startGatewayUnderTest();
    operations = await serveOperations({ host: '127.0.0.1', port: 0 });
    operations.show([gateway.operated]);
  });
  afterAll(async () => {
    await operations.close(0);
    await gateway.stop();
  });

  it('reports that the gateway is ready only while the identity service can be reached', async () => {
    expect((await send(operations.url, '/readyz')).status).toBe(200);
    gateway.identity.isDown = true;
    const { status, body } = await send(operations.url, '/readyz');
    expect(status).toBe(503);
    expect(body).toMatchObject({ faults: ['the identity service cannot be reached'] });
    gateway.identity.isDown = false;
  });

  it('shows the metrics of the gateway for each route', async () => {
    await gateway.send('/v2/bookings/1');
    await gateway.send('/v2/bookings/2');
    const { text } = await send(operations.url, '/metrics');
    const [line] = /^keyhaven_http_request_duration_seconds_count{.*bookings.*$/m.exec(text) ?? [];
    expect(line).toContain('route="GET /v2/bookings/:id"');
    expect(line).toMatch(/ 2$/);
  });
});
