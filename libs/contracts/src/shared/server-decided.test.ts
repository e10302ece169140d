import type { AppRoute } from '../platform/ts-rest';
import { z } from 'zod';
import { bookingPublicContract } from '../booking/public-contract';
import { feesPublicContract } from '../fees/public-contract';
import { financePublicContract } from '../finance/public-contract';
import { identityPublicContract } from '../identity/public-contract';
import { messagingPublicContract } from '../messaging/public-contract';
import { pricingPublicContract } from '../pricing/public-contract';
import { webhookPublicContract } from '../webhook/public-contract';
import { passesClient } from './open-route';
import { echoFaults, faultsOfEchoes } from './server-decided';

const routes: AppRoute[] = [
  bookingPublicContract,
  feesPublicContract,
  financePublicContract,
  identityPublicContract,
  messagingPublicContract,
  pricingPublicContract,
  webhookPublicContract,
].flatMap((contract) => Object.values<AppRoute>(contract));

/**
 * Returns the fields of an object schema, even if the schema has checks or transforms; undefined for any other schema.
 */
function fieldsOf(schema: unknown): string[] | undefined {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in);
  return undefined;
}

/**
 * Routes whose bodies do not declare server-decided fields, because their service compares the whole body with the
 * record. Tests of the booking service cover them.
 */
const comparedByService = /^\/v2\/(tags|fields|tagdefinitions|fielddefinitions)\b/;

/**
 * Routes whose request and response bodies have a field in common, so that clients may send back what they read. The
 * OAuth endpoints are left out, because they return tokens, not records.
 */
const writes = routes.flatMap((route) => {
  if (passesClient(route)) return [];
  if (route.method === 'GET' || !('body' in route) || comparedByService.test(route.path)) return [];
  const [sent, answered] = [fieldsOf(route.body), fieldsOf(route.responses[200])];
  return sent?.some((field) => answered?.includes(field)) && answered
    ? [{ name: `${route.method} ${route.path}`, sent, answered }]
    : [];
});

describe('public routes that write a record', () => {
  it('include the routes of bookings, quotes, guests, charges, messages and subscriptions', () => {
    expect(writes.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'POST /v2/bookings',
        'PATCH /v2/bookings/:id',
        'POST /v2/quotes',
        'PATCH /v2/quotes/:id',
        'POST /v1/quotes',
        'PUT /v1/quotes/:id',
        'POST /v2/guests',
        'PATCH /v2/guests/:id',
        'POST /v2/surcharges',
        'PATCH /v2/discounts/:id',
        'POST /v2/messages',
        'POST /v2/webhooksubscriptions',
      ]),
    );
  });

  // The field `explanation` is a report about a quote. Clients do not send it back.
  const reports = ['explanation'];

  it.each(writes)('accept in their body every field of their response: $name', ({ sent, answered }) => {
    expect(answered.filter((field) => !sent.includes(field) && !reports.includes(field))).toEqual([]);
  });
});

describe('echoFaults', () => {
  const decided = { id: 'ids are assigned by the server', type: 'it is decided by is_block', status: 'it is decided' };

  it('reports values that differ from the record, and explains why they are refused', () => {
    expect(echoFaults({ id: 5, type: 'owner' }, [{ id: 4, type: 'booking' }], decided)).toEqual([
      'id: 5 is not accepted; ids are assigned by the server',
      'type: "owner" is not accepted; it is decided by is_block',
    ]);
  });

  it('accepts the value that a field has before or after the change, in any notation', () => {
    const states = [
      { id: 4, type: 'quote_hold' },
      { id: 4, type: 'booking' },
    ];
    for (const type of ['booking', 'Booking', 'QuoteHold', 'quote_hold']) {
      expect(echoFaults({ id: '4', type, status: null }, states, decided)).toEqual([]);
    }
  });
});

describe('a value that only the server sets', () => {
  const why = 'only the server decides it';
  const faults = (sent: unknown, is: unknown) => [
    ...echoFaults({ field: sent }, [{ field: is }], { field: why }),
    ...faultsOfEchoes([{ path: 'field', value: sent }], [{ field: is }]),
  ];

  it.each([
    ['2026-05-24T23:03:29.000Z', '2026-05-24T23:03:29Z'],
    ['2026-05-24T23:03:29+00:00', '2026-05-24T23:03:29Z'],
    ['2026-05-25 01:03:29+0200', '2026-05-24T23:03:29Z'],
    [
      { id: '5', type: 'Rent' },
      { id: 5, type: 'rent' },
    ],
    [{ id: 5, name: null }, { id: 5 }],
    [[{ date: '2026-05-24T23:03:29.000Z' }], [{ date: '2026-05-24T23:03:29Z' }]],
    [[{ lines: [{ tax_id: '7' }] }], [{ lines: [{ tax_id: 7 }] }]],
    ['2026-02-30T10:00:00Z', '2026-02-30T10:00:00Z'],
  ])('is accepted in another notation: %j', (sent, is) => {
    expect(faults(sent, is)).toEqual([]);
  });

  it.each([
    ['2026-05-24T23:03:30Z', '2026-05-24T23:03:29Z'],
    ['2026-05-24T23:03:29+02:00', '2026-05-24T23:03:29Z'],
    ['2026-02-30T10:00:00Z', '2026-03-02T10:00:00Z'],
    [{ id: 5 }, { id: 5, name: 'Ada' }],
    [{ id: '6' }, { id: 5 }],
    [[{ id: 5 }, { id: 5 }], [{ id: 5 }]],
    [{ 0: 5 }, [5]],
    [[], null],
    [{}, null],
  ])('is refused if it differs, whatever its notation: %j', (sent, is) => {
    expect(faults(sent, is)).toHaveLength(2);
  });
});

describe('faultsOfEchoes', () => {
  const photos = (...ids: number[]) => ids.map((id, index) => ({ id, position: index + 1 }));

  it('reports a value that differs from the values before and after the change', () => {
    const echoes = [
      { path: 'id', value: 5 },
      { path: 'photos.position', value: 9 },
      { path: 'state', value: 'active' },
    ];
    expect(faultsOfEchoes(echoes, [{ id: 4, photos: photos(1, 2), state: 'pending' }])).toEqual([
      'id: 5 is not accepted; ids are assigned by the server',
      'photos.position: 9 is not accepted; only the server decides it',
      'state: "active" is not accepted; only the server decides it',
    ]);
  });

  it('does not quote lists and objects, because they may contain a secret', () => {
    const secret = { secret: 'whsec_other' };
    const echoes = [
      { path: 'signing_secrets', value: [secret] },
      { path: 'basic', value: secret },
    ];
    const faults = [
      'signing_secrets: the sent value is not accepted; only the server decides it',
      'basic: the sent value is not accepted; only the server decides it',
    ];
    expect(faultsOfEchoes(echoes, [{ signing_secrets: [], basic: null }])).toEqual(faults);
    const decided = { secrets: 'only the server decides it' };
    expect(echoFaults({ secrets: [secret] }, [{ secrets: [] }], decided)).toEqual([
      'secrets: the sent value is not accepted; only the server decides it',
    ]);
  });

  it('accepts values that the client has read, even if list entries moved or a signed URL was renewed', () => {
    const echoes = [
      { path: 'id', value: '4' },
      { path: 'photos.position', value: 2 },
      { path: 'attachment_urls', value: ['https://a.example/1?expires=1'] },
      { path: 'not_shown', value: 1 },
    ];
    const states = [{ id: 4, photos: photos(1, 2), attachment_urls: ['https://a.example/1?expires=2'] }];
    expect(faultsOfEchoes(echoes, states)).toEqual([]);
  });

  it('ignores the query string of a URL inside an object', () => {
    const echoes = [{ path: 'photo', value: { id: 1, url: 'https://a.example/1?expires=1' } }];
    expect(faultsOfEchoes(echoes, [{ photo: { id: 1, url: 'https://a.example/1?expires=2' } }])).toEqual([]);
    expect(faultsOfEchoes(echoes, [{ photo: { id: 1, url: 'https://a.example/2?expires=1' } }])).toHaveLength(1);
  });
});
