import { json } from 'node:stream/consumers';
import { startLoopbackServer } from '@keyhaven/testing/loopback-server';

/** A balance that the stub received. */
export interface Notified {
  bookingId: number;
  user_id: number;
  balance: { version: number; totals: { currency_code: string; total_paid: number; total_refunded: number }[] };
}

/** A stub of the booking service's internal API. */
export interface StubBooking {
  url: string;
  /** The received balances, in order of arrival. */
  notified: Notified[];
  /**
   * Bookings that exist, with the fields that the stub returns for them. The keys are
   * `account/booking`.
   */
  known: Map<string, Record<string, unknown>>;
  /** Properties that exist, as `account/property`. */
  properties: Set<string>;
  /** Owners that exist, as `account/owner`. */
  owners: Set<string>;
  /** Owners that finance asked the stub to keep, as `account/owner`. */
  kept: Set<string>;
  /** Guests that exist, as `account/guest`. */
  guests: Set<string>;
  /** How many times the stub responded with a 503. */
  refused: number;
  /** The `status` in the responses to balances. If undefined, every request gets a 503. */
  status: string | undefined;
  close(): Promise<void>;
}

export async function startStubBooking(): Promise<StubBooking> {
  const stub: State = {
    notified: [],
    known: new Map(),
    properties: new Set(),
    owners: new Set(),
    kept: new Set(),
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
  const { user_id } = body;
  if (path === '/internal/properties/find')
    return { outcome: stub.properties.has(`${user_id}/${body.property_id}`) ? 'found' : 'unknown' };
  if (path === '/internal/records/find')
    return { unknown_ids: body.ids.filter((id: number) => !stub.owners.has(`${user_id}/${id}`)) };
  const kept = /^\/internal\/owners\/(\d+)\/keep$/.exec(path);
  if (kept) {
    stub.kept.add(`${user_id}/${kept[1]}`);
    return {};
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
