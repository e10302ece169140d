import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** The state of a booking in the last response that a client received. */
export interface Acknowledged {
  id: number;
  title: string;
  status: string;
}

export interface KeptWriting {
  acknowledged: Map<number, Acknowledged>;
  /** Returns the number of attempts that got no response or a 5xx and were repeated. */
  repeated: () => number;
  /** Waits until the clients have made this many further bookings. */
  more(count: number): Promise<void>;
  stop(): Promise<void>;
}

const PAUSE_MS = 100;
/** The pause of a client after each booking, in milliseconds, so that a long test does not need too many nights. */
const BETWEEN_BOOKINGS_MS = 1000;
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/**
 * Starts clients that create bookings with a title, change the title, and cancel some of the
 * bookings. As integrations should, they send an Idempotency-Key and repeat each request until it
 * is answered.
 * @param firstDay the arrival of the first booking, in days from today. This date must be after all
 *   stays in the data of the release. Each further booking is for the next night.
 */
export function keepWriting(
  url: string,
  token: string,
  propertyId: number,
  clients: number,
  firstDay = 200,
): KeptWriting {
  const acknowledged: KeptWriting['acknowledged'] = new Map();
  const failures: unknown[] = [];
  let repeated = 0;
  let isStopping = false;
  const send = async (method: string, target: string, body: object) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    };
    for (;;) {
      const response = await fetch(url + target, { method, headers, body: JSON.stringify(body) }).catch(
        () => undefined,
      );
      const text = await response?.text().catch(() => undefined);
      if (response?.status === 200 && text !== undefined) {
        const { id, title, status } = JSON.parse(text) as Acknowledged;
        acknowledged.set(id, { id, title, status });
        return id;
      }
      const isFinal = response && response.status < 500 && response.status !== 429;
      if (isFinal && text !== undefined) throw new Error(`${method} ${target} answered ${response.status}: ${text}`);
      repeated++;
      await sleep(PAUSE_MS);
    }
  };
  const work = async (client: number) => {
    for (let turn = 0; !isStopping; turn++) {
      const from = firstDay + turn * clients + client;
      const stay = { property_id: propertyId, adults: 1, arrival: day(from), departure: day(from + 1) };
      const title = `upgrade ${from}`;
      const id = await send('POST', '/v2/bookings', { ...stay, title, ignore_rules: true });
      await send('PATCH', `/v2/bookings/${id}`, { title: `${title} changed` });
      if (turn % 3 === 0) await send('PATCH', `/v2/bookings/${id}`, { status: 'canceled' });
      await sleep(BETWEEN_BOOKINGS_MS);
    }
  };
  const working = Promise.all(
    Array.from({ length: clients }, (_, client) => work(client).catch((error: unknown) => void failures.push(error))),
  );
  const assertWorking = () => {
    if (failures.length > 0) throw failures[0];
  };
  return {
    acknowledged,
    repeated: () => repeated,
    more: async (count) => {
      for (const wanted = acknowledged.size + count; acknowledged.size < wanted; await sleep(PAUSE_MS)) assertWorking();
    },
    stop: async () => {
      isStopping = true;
      await working;
      assertWorking();
    },
  };
}
