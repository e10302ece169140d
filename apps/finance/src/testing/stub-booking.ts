import { json } from 'node:stream/consumers';
import { startLoopbackServer } from '@keyhaven/testing/crash/loopback-server';

/** A balance that the stub received. */
export interface Notified {
  bookingId: number;
  user_id: number;
  balance: { version: number; totals: { currency_code: string; total_paid: number; total_refunded: number }[] };
}

/** A stub of the booking service's internal interface. */
export interface StubBooking {
  url: string;
  /** In order of arrival. */
  notified: Notified[];
  /** Answers of `read`, by account and booking; all others are unknown. */
  known: Map<string, Record<string, unknown>>;
  /** Properties that are found, as `account/property` and `account/of owner`; all others are unknown. */
  properties: Set<string>;
  /** Guests that are found, as `account/guest`; all others are unknown. */
  guests: Set<string>;
  /** How often it answered 503. */
  refused: number;
  /** The status in answers to balances; undefined: every request is answered 503. */
  status: string | undefined;
  close(): Promise<void>;
}

export async function startStubBooking(): Promise<StubBooking> {
  const stub: State = {
    notified: [],
    known: new Map(),
    properties: new Set(),
    guests: new Set(),
    refused: 0,
    status: 'active',
  };
  const server = await startLoopbackServer((request, response) => {
    void json(request).then((body) => {
      if (stub.status === undefined) {
        stub.refused++;
        return response.writeHead(503).end('{}');
      }
      const answer = answerOf(stub, request.url!, body as Record<string, any> & { user_id: number });
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  return Object.assign(stub, { url: server.url, close: server.close });
}

type State = Omit<StubBooking, 'url' | 'close'>;

function answerOf(stub: State, path: string, body: Record<string, any> & { user_id: number }): object {
  const { user_id, property_id, owner_id } = body;
  if (path === '/internal/properties/find') {
    const wanted = `${user_id}/${property_id === undefined ? `of ${owner_id}` : property_id}`;
    return { outcome: stub.properties.has(wanted) ? 'found' : 'unknown' };
  }
  if (path === '/internal/guests/find')
    return { outcome: stub.guests.has(`${user_id}/${body.guest_id}`) ? 'found' : 'unknown' };
  const [, bookingId, what] = /^\/internal\/bookings\/(\d+)\/(read|balance)$/.exec(path)!;
  if (what === 'balance') {
    stub.notified.push({ bookingId: Number(bookingId), user_id, balance: body.balance as Notified['balance'] });
    return { outcome: 'counted', status: stub.status };
  }
  const known = stub.known.get(`${user_id}/${bookingId}`);
  return known ? { outcome: 'found', ...known } : { outcome: 'unknown' };
}
