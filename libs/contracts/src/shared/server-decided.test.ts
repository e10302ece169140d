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

/** The fields of an object, behind whatever is checked and transformed around it; undefined for what is no object. */
function fieldsOf(schema: unknown): string[] | undefined {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in);
  return undefined;
}

/** Routes whose body describes the record that they answer: it has a field of it. */
const writes = routes.flatMap((route) => {
  if (route.method === 'GET' || !('body' in route)) return [];
  const [sent, answered] = [fieldsOf(route.body), fieldsOf(route.responses[200])];
  return sent?.some((field) => answered?.includes(field)) && answered
    ? [{ name: `${route.method} ${route.path}`, sent, answered }]
    : [];
});

describe('every public route that writes a record', () => {
  it('is among those that are checked here', () => {
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

  // Answered on request: the explanation is a report on a quote and no field of it.
  const reports = ['explanation'];

  it.each(writes)('reads each field that it answers: $name', ({ sent, answered }) => {
    expect(answered.filter((field) => !sent.includes(field) && !reports.includes(field))).toEqual([]);
  });
});

describe('a field that only the server decides', () => {
  const decided = { id: 'ids are assigned by the server', type: 'it is decided by is_block', status: 'it is decided' };

  it('is refused with another value than the record has, and the message says what decides it', () => {
    expect(echoFaults({ id: 5, type: 'owner' }, [{ id: 4, type: 'booking' }], decided)).toEqual([
      'id: 5 is not accepted; ids are assigned by the server',
      'type: "owner" is not accepted; it is decided by is_block',
    ]);
  });

  it('is ignored with the value that the record has, before or after the change, in any spelling', () => {
    const states = [
      { id: 4, type: 'quote_hold' },
      { id: 4, type: 'booking' },
    ];
    for (const type of ['booking', 'Booking', 'QuoteHold', 'quote_hold']) {
      expect(echoFaults({ id: '4', type, status: null }, states, decided)).toEqual([]);
    }
  });
});

describe('a field of a body that its route answers and does not read', () => {
  const photos = (...ids: number[]) => ids.map((id, index) => ({ id, position: index + 1 }));

  it('is refused with a value that the record has neither before nor after the change', () => {
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

  it('is accepted as it was read: entries of lists may move, and signed addresses are made for each read', () => {
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
