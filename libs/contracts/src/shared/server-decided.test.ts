import type { AppRoute } from '@ts-rest/core';
import { z } from 'zod';
import { bookingPublicContract } from '../booking/public-contract';
import { feesPublicContract } from '../fees/public-contract';
import { financePublicContract } from '../finance/public-contract';
import { identityPublicContract } from '../identity/public-contract';
import { messagingPublicContract } from '../messaging/public-contract';
import { pricingPublicContract } from '../pricing/public-contract';
import { webhookPublicContract } from '../webhook/public-contract';
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

/** The fields of an object schema, inside its checks and transforms; undefined for any other schema. */
function fieldsOf(schema: unknown): string[] | undefined {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in);
  return undefined;
}

/** Routes whose body shares a field with the record that they answer. */
const writes = routes.flatMap((route) => {
  if (route.method === 'GET' || !('body' in route)) return [];
  const [sent, answered] = [fieldsOf(route.body), fieldsOf(route.responses[200])];
  return sent?.some((field) => answered?.includes(field)) && answered
    ? [{ name: `${route.method} ${route.path}`, sent, answered }]
    : [];
});

describe('every public route that writes a record', () => {
  it('is checked by this test', () => {
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

  // The explanation is returned on request: it is a report about a quote and not a field of it.
  const reports = ['explanation'];

  it.each(writes)('parses each field that it answers: $name', ({ sent, answered }) => {
    expect(answered.filter((field) => !sent.includes(field) && !reports.includes(field))).toEqual([]);
  });
});

describe('a field that only the server decides', () => {
  const decided = { id: 'ids are assigned by the server', type: 'it is decided by is_block', status: 'it is decided' };

  it('is refused if its value differs from the record, and the error says what decides it', () => {
    expect(echoFaults({ id: 5, type: 'owner' }, [{ id: 4, type: 'booking' }], decided)).toEqual([
      'id: 5 is not accepted; ids are assigned by the server',
      'type: "owner" is not accepted; it is decided by is_block',
    ]);
  });

  it("is ignored if it has the record's value before or after the change, in any spelling", () => {
    const states = [
      { id: 4, type: 'quote_hold' },
      { id: 4, type: 'booking' },
    ];
    for (const type of ['booking', 'Booking', 'QuoteHold', 'quote_hold']) {
      expect(echoFaults({ id: '4', type, status: null }, states, decided)).toEqual([]);
    }
  });
});

describe('a field that a route answers and does not read', () => {
  const photos = (...ids: number[]) => ids.map((id, index) => ({ id, position: index + 1 }));

  it('is refused in a body if the record has its value neither before nor after the change', () => {
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

  it('is named without its value if that is a list or an object, because it may contain a secret', () => {
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

  it('is accepted in a body as it was read, even if entries of lists moved or a signed address changed', () => {
    const echoes = [
      { path: 'id', value: '4' },
      { path: 'photos.position', value: 2 },
      { path: 'attachment_urls', value: ['https://a.example/1?expires=1'] },
      { path: 'not_shown', value: 1 },
    ];
    const states = [{ id: 4, photos: photos(1, 2), attachment_urls: ['https://a.example/1?expires=2'] }];
    expect(faultsOfEchoes(echoes, states)).toEqual([]);
  });
});
