import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { compileRoutes } from './route-table';

const contract = initContract();
const route = <Path extends string>(path: Path) => ({ method: 'GET', path, responses: { 200: z.unknown() } }) as const;

describe('the table of routes', () => {
  it('prefers words to parameters, whatever the order of the contract', () => {
    const things = contract.router({ one: route('/v2/things/:id'), kinds: route('/v2/things/kinds') });
    const find = compileRoutes({ things }, {});
    expect(find('GET', '/v2/things/kinds').route).toBe('GET /v2/things/kinds');
    expect(find('GET', '/v2/things/5').route).toBe('GET /v2/things/:id');
  });

  it('refuses contracts with paths that are not public', () => {
    const inner = contract.router({ ask: route('/internal/ask') });
    expect(() => compileRoutes({ inner }, {})).toThrow('/internal/ask of inner is not a public path');
  });

  it('refuses two services with one route', () => {
    const things = contract.router({ list: route('/v2/things') });
    expect(() => compileRoutes({ a: things, b: things }, {})).toThrow('GET /v2/things is in two contracts');
  });

  it('takes aliases for the contract’s own spelling, and leaves the query untouched', () => {
    const sites = contract.router({ list: route('/v2/listing_sites'), one: route('/v2/listing_sites/:id') });
    const find = compileRoutes({ sites }, { '/v2/listingsites': '/v2/listing_sites' });
    expect(find('GET', '/v2/listingsites/?a=%20b').url).toBe('/v2/listing_sites?a=%20b');
    expect(find('GET', '/v2/listingsites/3').url).toBe('/v2/listing_sites/3');
  });
});
