import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '@keyhaven/testing/checked-client';
import type { Acknowledgement } from '@keyhaven/testing/crash/violations';
import type { World } from '@keyhaven/testing/crash/write-path';

/** The current clients of an account, one for each replica. A restarted replica has a new URL. */
export type Replicas = () => readonly World[];

export interface Outcome {
  acknowledged: Acknowledgement[];
  faults: string[];
  /** The ids of all bookings that were created. Each creation was repeated until it got a response. */
  bookingIds: Set<number>;
}

const CLIENTS = 12;
/** How many bookings the final check reads. The longest run creates fewer bookings. */
const MAX_BOOKINGS = 5000;
/** A request fails after this many attempts without a connection. That many attempts take some minutes. */
const MAX_ATTEMPTS = 2000;

/** Sends a request to one replica after the other until a response is not a 5xx. */
export async function sendUntilAnswered(replicas: Replicas, send: (world: World) => Promise<Answer>): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    try {
      const worlds = replicas();
      const answer = await send(worlds[attempt % worlds.length]!);
      if (answer.status < 500) return answer;
    } catch (error) {
      if (attempt > MAX_ATTEMPTS || (error as Error).name !== 'TypeError') throw error;
    }
    await sleep(20 + 50 * Math.random());
  }
}

/**
 * Lets clients book overlapping stays until the promise `going` is settled. For every fourth stay, the client first
 * creates a quote that holds the nights, and then accepts the quote. Each client repeats its request with the same
 * Idempotency-Key until it gets a response, and then changes its booking once.
 * @param property_id a property for which quotes can be created.
 */
export async function bookUntilAnswered(
  replicas: Replicas,
  property_id: number,
  going: Promise<unknown>,
): Promise<Outcome> {
  const outcome: Outcome = { acknowledged: [], faults: [], bookingIds: new Set() };
  let isOver = false;
  const over = going.finally(() => (isOver = true));
  let next = 0;
  const client = async () => {
    while (!isOver && next < MAX_BOOKINGS) await bookAndChange(replicas, property_id, next++, outcome);
  };
  await Promise.all([over, ...Array.from({ length: CLIENTS }, client)]);
  return outcome;
}

async function bookAndChange(replicas: Replicas, property_id: number, index: number, outcome: Outcome): Promise<void> {
  const stay = { property_id, arrival: day(index), departure: day(index + 1 + (index % 2)) };
  const body = index % 4 === 3 ? await quoted(replicas, stay, index, outcome) : { ...stay, title: `made ${index}` };
  if (!body) return;
  const post = ({ api }: World) =>
    api.post('/v2/bookings', body, { headers: { 'idempotency-key': `booking-${index}` } });
  const made = await sendUntilAnswered(replicas, post);
  if (made.status === 409 && !('quote_id' in body)) return;
  if (made.status !== 200) {
    outcome.faults.push(`booking ${index} was answered ${made.status} ${JSON.stringify(made.body)}`);
    return;
  }
  const id = made.body.id as number;
  outcome.bookingIds.add(id);
  acknowledge(outcome, made);
  const repeated = await sendUntilAnswered(replicas, post);
  if (repeated.body.id !== id) outcome.faults.push(`booking ${index} was answered ${id}, then ${repeated.body.id}`);
  // The change is sent once, without a key. If there is no response, the result of the change is unknown.
  const worlds = replicas();
  const patch = worlds[index % worlds.length]!.api.patch(`/v2/bookings/${id}`, changeOf(index));
  const changed = await patch.catch(() => undefined);
  if (changed?.status === 200) acknowledge(outcome, changed);
}

/**
 * The change that a client makes to its booking: a different title, a cancellation, or a move to nights that the next
 * booking may need too.
 */
function changeOf(index: number): object {
  const moved = { arrival: day(index + 1), departure: day(index + 2 + (index % 2)) };
  return [{ title: `changed ${index}` }, { status: 'canceled' }, moved][index % 3]!;
}

/**
 * Creates a quote that holds the nights. Returns the request that accepts the quote; undefined if the nights are taken.
 */
async function quoted(
  replicas: Replicas,
  stay: { property_id: number; arrival: string; departure: string },
  index: number,
  outcome: Outcome,
): Promise<{ quote_id: number } | undefined> {
  const quote = { ...stay, adults: 2, hold_dates: true, generate_charges: false };
  const key = { headers: { 'idempotency-key': `quote-${index}` } };
  const made = await sendUntilAnswered(replicas, ({ api }) => api.post('/v2/quotes', quote, key));
  if (made.status === 409) return undefined;
  if (made.status === 200) return { quote_id: made.body.id as number };
  outcome.faults.push(`quote ${index} was answered ${made.status} ${JSON.stringify(made.body)}`);
  return undefined;
}

function acknowledge({ acknowledged }: Outcome, { body, headers }: Answer): void {
  const version = Number(/\d+/.exec(headers.get('etag')!)![0]);
  acknowledged.push({ type: 'booking', id: body.id as number, version, record: body as Record<string, unknown> });
}

/** Returns a day far in the future, because a quote must not be for a past night. */
function day(offset: number): string {
  return new Date(Date.UTC(2030, 0, 1 + offset)).toISOString().slice(0, 10);
}
