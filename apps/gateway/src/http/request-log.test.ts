import { until } from '@keyhaven/testing/until';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test';
import { basic, send } from '../testing/send';
import { startStubServer } from '../testing/stub-server';

const SECRETS = ['form-key-9f3a', 'signature-77c1', 'at_credential', 'pass-word'];
const lines: string[] = [];
let gateway: GatewayUnderTest;
beforeAll(async () => {
  const gone = await startStubServer(() => {});
  await gone.stop();
  gateway = await startGatewayUnderTest({ bookingUrl: gone.url, log: (line) => void lines.push(line) });
});
afterAll(() => gateway.stop());

it.each([
  ['the key of a payment form', '/payment_forms/form-key-9f3a', {}],
  ['the key of a payment form in a path that does not exist', '/payment_forms/form-key-9f3a/pay', {}],
  ['the signature of an attachment', '/attachments/12/a.png?signature=signature-77c1', {}],
  ['credentials in a query', '/v2/bookings?access_token=at_credential', {}],
  ['credentials in a header', '/v2/bookings', basic('ida@example.com', 'pass-word')],
  ['credentials in a full URL', 'http://ida:pass-word@example.com/v2/bookings', {}],
])('the gateway does not log %s', async (_what, target, headers) => {
  lines.length = 0;
  const { status } = await send(gateway.url, target, { headers });
  await until(() => lines.some((line) => line.includes('"msg":"request"')));
  expect(status).toBeGreaterThanOrEqual(400);
  for (const secret of SECRETS) expect(lines.join('')).not.toContain(secret);
});
