import { VERSION } from '@keyhaven/service/version';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test';
import { send } from '../testing/send';

describe('without credentials the gateway answers', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => void (gateway = await startGatewayUnderTest()));
  afterAll(() => gateway.stop());

  it('its name and version at the root', async () => {
    expect((await send(gateway.url, '/')).body).toEqual({ name: 'Keyhaven', version: VERSION });
  });

  it('that it is alive, also when the identity service is away', async () => {
    gateway.identity.isDown = true;
    expect((await send(gateway.url, '/healthz')).status).toBe(200);
  });

  it('that it is ready only while the identity service can be reached', async () => {
    gateway.identity.isDown = false;
    expect((await send(gateway.url, '/readyz')).status).toBe(200);
    gateway.identity.isDown = true;
    const { status, body } = await send(gateway.url, '/readyz');
    expect(status).toBe(503);
    expect(body).toMatchObject({ faults: ['the identity service cannot be reached'] });
  });

  it('its metrics, by route', async () => {
    gateway.identity.isDown = false;
    await gateway.send('/v2/bookings/1');
    await gateway.send('/v2/bookings/2');
    const { text } = await send(gateway.url, '/metrics');
    const [line] = /^keyhaven_http_request_duration_seconds_count{.*bookings.*$/m.exec(text) ?? [];
    expect(line).toContain('route="GET /v2/bookings/:id"');
    expect(line).toMatch(/ 2$/);
  });
});
