import type { PlatformForClients } from '@keyhaven/standalone/testing/platform-for-clients';

/** The state of a booking in the last response that a client received. */
export interface AcknowledgedBooking {
  status: string;
  arrival: string;
  updated_utc: string;
}

/** Clients that book, move and cancel stays until they are stopped. */
export interface Traffic {
  /** The acknowledged bookings, by id. */
  acknowledged: Map<number, AcknowledgedBooking>;
  stop(): Promise<void>;
}

/**
 * The number of different stays. All clients compete for these stays, so nights are freed and
 * booked again all the time.
 */
const STAYS = 60;
/** A client that has more bookings than this cancels its oldest booking. */
const KEPT = 8;
const FIRST_DAY = 200;
const NIGHTS = 3;

export const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const stayOf = (slot: number) => ({
  arrival: day(FIRST_DAY + slot * NIGHTS),
  departure: day(FIRST_DAY + (slot + 1) * NIGHTS),
});

export function writeTraffic({ call, ids }: PlatformForClients, clients: number): Traffic {
  const acknowledged: Traffic['acknowledged'] = new Map();
  let isStopping = false;
  const write = async (method: string, target: string, body: object) => {
    const answer = await call(target, { method, body });
    // The nights are taken, because another client was faster.
    if (answer.status === 409) return undefined;
    if (answer.status !== 200) throw new Error(`${method} ${target} answered ${answer.status}: ${answer.text}`);
    const { id, status, arrival, updated_utc } = answer.body;
    acknowledged.set(id, { status, arrival, updated_utc });
    return id as number;
  };
  const cancel = (id: number) => write('PATCH', `/v2/bookings/${id}`, { status: 'canceled' });
  const work = async (client: number) => {
    const kept: number[] = [];
    for (let turn = 0; !isStopping; turn++) {
      const slot = (turn * 7 + client * 13) % STAYS;
      const stay = { property_id: ids.property, adults: 2, ...stayOf(slot) };
      const id = await write('POST', '/v2/bookings', stay);
      if (id === undefined) continue;
      if (turn % 3 === 0) await write('PATCH', `/v2/bookings/${id}`, stayOf((slot + 29) % STAYS));
      if (turn % 2 === 0) await cancel(id);
      else kept.push(id);
      // Cancel bookings, because otherwise all stays would be taken after a while.
      if (kept.length > KEPT) await cancel(kept.shift()!);
    }
  };
  const working = Promise.all(Array.from({ length: clients }, (_, client) => work(client)));
  return {
    acknowledged,
    stop: async () => {
      isStopping = true;
      await working;
    },
  };
}
