import { bookingPublicContract } from '@keyhaven/contracts/booking/public-contract';
import { idInput, idListInput, idPath } from '@keyhaven/contracts/shared/inputs';
import { pagingQuery } from '@keyhaven/contracts/shared/paging';
import { financeOperatorContract } from '@keyhaven/contracts/finance/operator-contract';
import { pricingPublicContract } from '@keyhaven/contracts/pricing/public-contract';
import { initContract } from '@keyhaven/contracts/platform/ts-rest';
import { z } from 'zod';
import { kindOfValue } from './testing/classify-value';
import { creationOf, importRoutes, insideRoutes, operatorAccountRoutes, platformRoutes } from './testing/inside-routes';
import { positionsOf } from './testing/positions';
import { accountRoutes } from './testing/public-routes';
import { leavesOf } from './testing/schema-leaves';

const shown = (route: Parameters<typeof positionsOf>[0]['route']) =>
  positionsOf({ route }).map(
    ({ place, path, kind, isEcho }) => `${place} ${path.join('.')}: ${kind}${isEcho ? ', echo' : ''}`,
  );

describe('the places where requests contain ids', () => {
  it('are found in paths, queries and bodies, at any depth and in every spelling', () => {
    expect(shown(bookingPublicContract.createBooking)).toEqual(
      expect.arrayContaining(['body property_id: property', 'body quote_id: quote', 'body owner_id: owner, echo']),
    );
    expect(shown(bookingPublicContract.deleteGuestPhone)).toEqual(['path id: guest', 'path detail_id: phone']);
    expect(shown(bookingPublicContract.testLegacyQuote)).toContain('body listingSiteId: listing_site');
    expect(shown(bookingPublicContract.listTags)).toContain('query entity_id: owner');
    expect(shown(pricingPublicContract.updateSpotRates)).toEqual([
      'body rates.[].property_id: property',
      'body [].property_id: property',
    ]);
    expect(shown(pricingPublicContract.listCalendars)).toEqual(
      expect.arrayContaining(['query after_id: property', 'query property_ids: property']),
    );
  });

  it('are found in the contracts of the public routes', () => {
    expect(accountRoutes.flatMap((named) => positionsOf(named)).length).toBeGreaterThan(accountRoutes.length);
  });

  it('are found in the contracts of the operator routes', () => {
    const places = [...operatorAccountRoutes, ...importRoutes.map(creationOf)].flatMap((named) => positionsOf(named));
    expect(places.length).toBeGreaterThan(operatorAccountRoutes.length);
    expect(shown(financeOperatorContract.makeDeposit)).toEqual(
      expect.arrayContaining([
        'body lines.[].record_id: payment',
        'body lines.[].record_id: refund',
        'body lines.[].record_id: fee',
        'body lines.[].booking_id: booking',
      ]),
    );
  });

  it('are tested for all operator routes except five routes for the whole platform', () => {
    const names = new Set(platformRoutes.map(({ name }) => name));
    expect([...names].sort()).toEqual([
      'createAccount',
      'getResync',
      'publishAnnouncement',
      'redriveDeadLetters',
      'startResync',
    ]);
  });

  it('are never in headers of operator and internal routes', () => {
    // `kindOfValue` returns undefined for headers that are known to contain no id. It throws an error for unknown
    // headers.
    const kinds = insideRoutes.flatMap((named) =>
      leavesOf(named.route.headers).map((leaf) => kindOfValue(named, 'header', leaf)),
    );
    expect(kinds.length).toBeGreaterThan(insideRoutes.length / 2);
    expect(new Set(kinds)).toEqual(new Set([undefined]));
  });

  it('are derived from the contract of a new route', () => {
    const { listInspections } = initContract().router({
      listInspections: {
        method: 'POST',
        path: '/v2/inspections/:id/rooms',
        pathParams: idPath('inspection'),
        query: pagingQuery.pick({ limit: true, after_id: true }).extend({ booking_ids: idListInput.optional() }),
        body: z.object({ lines: z.array(z.object({ guest_id: idInput.nullable().describe('Who.') })).optional() }),
        responses: { 200: z.unknown() },
      },
    });
    expect(shown(listInspections)).toEqual([
      'path id: inspection',
      'query after_id: room',
      'query booking_ids: booking',
      'body lines.[].guest_id: guest',
    ]);
  });

  it.each([
    ['a path', { path: '/v2/inspections/:number', pathParams: z.object({ number: z.string() }) }, 'number in the path'],
    ['a query', { path: '/v2/inspections', query: z.object({ inspector: idInput }) }, 'inspector in the query'],
    ['a list', { path: '/v2/inspections', query: z.object({ only: idListInput.optional() }) }, 'only in the query'],
    ['a text', { path: '/v2/inspections', query: z.object({ cursor: z.string() }) }, 'cursor in the query'],
    ['a header', { path: '/v2/inspections', headers: z.object({ 'x-room': z.string() }) }, 'x-room in the header'],
  ])('cause an error if a new route has %s that cannot be classified', (_place, parts, place) => {
    const route = { method: 'GET', summary: '', responses: { 200: z.unknown() }, ...parts } as const;
    expect(() => positionsOf({ route })).toThrow(`cannot tell whose id ${place} is; add it to classify-value.ts`);
  });
});
