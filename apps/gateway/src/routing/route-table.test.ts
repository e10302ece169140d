import { openRoute } from '@keyhaven/contracts/shared/open-route';
import { initContract } from '@keyhaven/contracts/platform/ts-rest';
import { z } from 'zod';
import { compileRoutes } from './route-table';

const contract = initContract();
const route = <Path extends string>(path: Path) => ({ method: 'GET', path, responses: { 200: z.unknown() } }) as const;

describe('compileRoutes', () => {
  it('prefers literal segments to parameters, regardless of their order in the contract', () => {
    const things = contract.router({ one: route('/v2/things/:id'), kinds: route('/v2/things/kinds') });
    const find = compileRoutes({ things }, {});
    expect(find('GET', '/v2/things/kinds').route).toBe('GET /v2/things/kinds');
    expect(find('GET', '/v2/things/5').route).toBe('GET /v2/things/:id');
  });

  it('refuses contracts with paths that are not public', () => {
    const inner = contract.router({ ask: route('/internal/ask') });
    expect(() => compileRoutes({ inner }, {})).toThrow('/internal/ask of inner is not a public path');
  });

  it('allows requests without credentials only for routes that the contract marks as open', () => {
    const forms = contract.router({
      form: { ...route('/payment_forms/:key'), metadata: openRoute },
      list: route('/v2/forms'),
    });
    const find = compileRoutes({ forms }, {});
    expect(find('GET', '/payment_forms/abc').isOpen).toBe(true);
    expect(find('GET', '/v2/forms').isOpen).toBe(false);
  });

  it('sends a request with the legacy method TEST to the service as a POST with /test appended to the path', () => {
    const quotes = contract.router({
      list: route('/v1/quotes'),
      test: { ...route('/v1/quotes/test'), method: 'POST', body: z.unknown() },
      testOne: { ...route('/v1/quotes/:id/test'), method: 'POST', body: z.unknown() },
      testOfToday: { ...route('/v2/hooks/test'), method: 'POST', body: z.unknown() },
      hooks: route('/v2/hooks'),
    });
    const find = compileRoutes({ quotes }, { '/api/quotes': '/v1/quotes' });
    expect(find('TEST', '/api/quotes?addCharges=true')).toMatchObject({
      route: 'TEST /v1/quotes',
      method: 'POST',
      url: '/v1/quotes/test?addCharges=true',
    });
    expect(find('TEST', '/v1/quotes/7/')).toMatchObject({ method: 'POST', url: '/v1/quotes/7/test' });
    expect(() => find('TEST', '/v2/hooks')).toThrow('TEST is not allowed here; use GET, HEAD or OPTIONS');
  });

  it('forwards all paths below a wildcard to its service, except the paths of other services', () => {
    const pages = contract.router({ home: route('/portal'), rest: route('/portal/*') });
    const files = contract.router({ file: route('/portal/files/:id') });
    const find = compileRoutes({ pages, files }, {});
    expect(find('GET', '/portal/').route).toBe('GET /portal');
    expect(find('GET', '/portal/a/b%20c?d=e')).toMatchObject({
      service: 'pages',
      route: 'GET /portal/*',
      url: '/portal/a/b%20c?d=e',
    });
    expect(find('GET', '/portal/files/7').service).toBe('files');
    expect(find('GET', '/portal/files/7/more').service).toBe('pages');
    expect(() => find('DELETE', '/portal/a')).toThrow('DELETE is not allowed here; use GET, HEAD or OPTIONS');
    expect(() => find('GET', '/portal/../v2')).toThrow('there is no');
  });

  it('refuses a route that is in the contracts of two services', () => {
    const things = contract.router({ list: route('/v2/things') });
    expect(() => compileRoutes({ a: things, b: things }, {})).toThrow('GET /v2/things is in two contracts');
  });

  it.each([
    ['/v2/reviews', 'the resource reviews is not part of this platform; there is nothing to use instead'],
    ['/v2/listings/7/', 'use GET /v2/properties'],
    ['/v2/inquiries/7/messages?a=1', 'use GET /v2/quotes'],
    ['/v2/widgets', 'build pages from GET /v2/properties'],
    ['/v2/toString', 'there is no /v2/toString'],
    ['/v1/reviews', 'the resource reviews is not part of this platform'],
    ['/v1.1/listings/7', 'use GET /v2/properties'],
    ['/api/inquiries?a=1', 'use GET /v2/quotes'],
    ['/operator/reviews', 'there is no /operator/reviews'],
  ])('explains the 404 for %s, and names an alternative if there is one', (target, message) => {
    const find = compileRoutes({ things: contract.router({ list: route('/v2/things') }) }, {});
    expect(() => find('GET', target)).toThrow(message);
  });

  it("replaces aliases with the contract's path and keeps the query unchanged", () => {
    const sites = contract.router({ list: route('/v2/listing_sites'), one: route('/v2/listing_sites/:id') });
    const find = compileRoutes({ sites }, { '/v2/listingsites': '/v2/listing_sites' });
    expect(find('GET', '/v2/listingsites/?a=%20b').url).toBe('/v2/listing_sites?a=%20b');
    expect(find('GET', '/v2/listingsites/3').url).toBe('/v2/listing_sites/3');
  });
});
