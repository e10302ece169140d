import { version1 } from '@keyhaven/contracts/platform/changes';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test';
import { send } from '../testing/send';
import { deprecationHeaders } from './deprecate-version-1';

const { Deprecation: since, Link: link } = deprecationHeaders(version1);

describe('the headers Deprecation and Sunset', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({
      booking: (_request, response) => {
        response.setHeader('content-type', 'application/json');
        response.end('{}');
      },
    });
  });
  afterAll(() => gateway.stop());

  it.each(['/v1/quotes/1', '//v1/quotes/1', '/v1.1/quotes/1', '/api/quotes?limit=1', '/v%31/quotes/1'])(
    'contain the deprecation date of version 1 in the response to %s',
    async (target) => {
      const { status, headers } = await gateway.send(target);
      expect([status, headers.deprecation, headers.link, headers.sunset]).toEqual([200, since, link, undefined]);
    },
  );

  it('are sent with errors of version 1 too', async () => {
    for (const target of ['/v1/quotes', '/v1/nothing']) {
      const { status, headers } = await send(gateway.url, target);
      expect([status, headers.deprecation]).toEqual([target === '/v1/quotes' ? 401 : 404, since]);
    }
  });

  it('are not sent with responses of version 2', async () => {
    const { status, headers } = await gateway.send('/v2/quotes/1');
    expect([status, headers.deprecation, headers.link]).toEqual([200, undefined, undefined]);
  });

  it('can be read by scripts in browsers', async () => {
    const { headers } = await gateway.send('/v1/quotes/1', { headers: { origin: 'https://app.example.com' } });
    expect(headers['access-control-expose-headers']).toMatch(/Deprecation,.*Link,.*Sunset/);
  });

  it('contain the date of the deprecation as RFC 9745 requires, and the end of version 1 only if it is known', () => {
    const page = { deprecated: '2026-09-23', help: '/help/v2/changes#version-1' };
    expect(deprecationHeaders({ ...page, sunset: null })).toEqual({
      Deprecation: '@1790121600',
      Link: '</help/v2/changes#version-1>; rel="deprecation"; type="text/html"',
    });
    expect(deprecationHeaders({ ...page, sunset: '2028-01-31' })).toEqual({
      Deprecation: '@1790121600',
      Sunset: 'Mon, 31 Jan 2028 00:00:00 GMT',
      Link: '</help/v2/changes#version-1>; rel="deprecation"; type="text/html", </help/v2/changes#version-1>; rel="sunset"; type="text/html"',
    });
  });
});
