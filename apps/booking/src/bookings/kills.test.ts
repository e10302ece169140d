import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangeEvent } from '@keyhaven/events/change-event';
import { type DatabaseProcess, startDatabaseProcess } from '@keyhaven/testing/database-process';
import { until } from '@keyhaven/testing/until';
import { type BookingCluster, startBookingCluster } from '../testing/booking-cluster';

/** How many bookings are made while things are killed, by how many clients, over how many kills. */
const BOOKINGS = 240;
const CLIENTS = 12;
const KILLS = 8;

/** What the outside knows: only what was acknowledged to it. */
interface Oracle {
  /** By booking id: the latest title that was acknowledged, and those that were sent without an answer. */
  acknowledged: Map<number, { title: string | null; unanswered: Set<string> }>;
  /** The id that each Idempotency-Key was answered with; a key must never be answered with two. */
  idOfKey: Map<string, number>;
  violations: string[];
}

let database: DatabaseProcess;
let cluster: BookingCluster;
beforeAll(async () => {
  database = await startDatabaseProcess();
  cluster = await startBookingCluster(3, database.uri, false);
});
afterAll(async () => {
  await cluster.stop();
  await database.stop();
});

const day = (offset: number) => new Date(Date.UTC(2026, 0, 1 + offset)).toISOString().slice(0, 10);

/** Sends a request to any process until one answers; a 5xx or a broken connection is sent again. */
async function persist(
  send: (process: number) => Promise<{ status: number; body: any }>,
): Promise<{ status: number; body: any }> {
  for (let attempt = 0; ; attempt++) {
    try {
      const answer = await send(attempt % cluster.size);
      if (answer.status < 500) return answer;
    } catch (error) {
      if (attempt > 400) throw error;
    }
    await sleep(20 + Math.random() * 50);
  }
}

/** One client: books with a key, again and again until answered; then changes what it booked, once, answered or not. */
async function bookAndChange(userId: number, property_id: number, index: number, oracle: Oracle): Promise<void> {
  const key = `booking-${index}`;
  const stay = { property_id, arrival: day(index), departure: day(index + 1 + (index % 2)), title: `made ${index}` };
  const post = (process: number) =>
    cluster.api(process, userId).post('/v2/bookings', stay, { headers: { 'idempotency-key': key } });
  const made = await persist(post);
  if (made.status === 409) return;
  if (made.status !== 200) oracle.violations.push(`${key} answered ${made.status}: ${JSON.stringify(made.body)}`);
  const id = made.body.id as number;
  oracle.acknowledged.set(id, { title: stay.title, unanswered: new Set() });
  oracle.idOfKey.set(key, id);
  const repeated = await persist(post);
  if (repeated.body.id !== id)
    oracle.violations.push(`${key} was answered with ${id} and ${JSON.stringify(repeated.body)}`);
  const title = `changed ${index}`;
  const known = oracle.acknowledged.get(id)!;
  known.unanswered.add(title);
  try {
    const changed = await cluster.api(index % cluster.size, userId).patch(`/v2/bookings/${id}`, { title });
    if (changed.status === 200) oracle.acknowledged.set(id, { title, unanswered: new Set() });
  } catch {
    // Not answered: it may have happened, or not.
  }
}

describe('three booking processes and their database, killed at random', () => {
  it('lose nothing acknowledged, invent nothing, and sell no night twice', async () => {
    const userId = await cluster.anAccount();
    const property = await cluster.operator(0).post(`/operator/accounts/${userId}/properties`, { name: 'Casa' });
    const property_id = property.body.id as number;
    const oracle: Oracle = { acknowledged: new Map(), idOfKey: new Map(), violations: [] };
    let next = 0;
    const clients = Array.from({ length: CLIENTS }, async () => {
      while (next < BOOKINGS) await bookAndChange(userId, property_id, next++, oracle);
    });
    let working = true;
    const done = Promise.all(clients).then(() => (working = false));
    let kills = 0;
    while (working && kills < KILLS) {
      await sleep(50 + Math.random() * 250);
      if (kills % 3 === 2) await database.crash();
      else await cluster.crash(kills % cluster.size);
      kills++;
    }
    await done;
    expect(kills).toBeGreaterThanOrEqual(3);
    expect(oracle.violations).toEqual([]);

    const stored = await readAll(userId);
    for (const [id, { title, unanswered }] of oracle.acknowledged) {
      const found = stored.get(id);
      expect(found && { id, known: found.title === title || unanswered.has(found.title) }).toEqual({ id, known: true });
    }
    // What nobody was told of cannot be there: every POST was repeated until it was answered.
    expect(new Set(stored.keys())).toEqual(new Set(oracle.acknowledged.keys()));
    expectNoNightTwice([...stored.values()]);

    const versions = new Map<number, number>();
    for (const id of stored.keys()) {
      const { headers } = await cluster.api(0, userId).get(`/v2/bookings/${id}`);
      versions.set(id, Number(/\d+/.exec(headers.get('etag')!)![0]));
    }
    await until(async () => missingEvents(await cluster.events(), versions).length === 0, 30_000);
    const told = (await cluster.events()).filter(({ entity_type }) => entity_type === 'booking');
    // No event of a change that is not there, and every one carries a state that was.
    for (const event of told) expect(event.version).toBeLessThanOrEqual(versions.get(event.entity_id) ?? 0);
    for (const [id, { title }] of oracle.acknowledged) {
      const texts = told.filter(({ entity_id }) => entity_id === id).map(({ entity }) => entity.title);
      expect(texts).toContain(title);
    }
  }, 180_000);

  async function readAll(userId: number): Promise<Map<number, any>> {
    const all = new Map<number, any>();
    for (let path: string | null = '/v2/bookings?limit=50'; path;) {
      const { body } = await persist((process) => cluster.api(process, userId).get(path!));
      for (const item of body.items) all.set(item.id as number, item);
      path = body.next_page_url as string | null;
    }
    return all;
  }
});

function expectNoNightTwice(bookings: { arrival: string; departure: string }[]): void {
  const nights = bookings.flatMap(({ arrival, departure }) => {
    const first = Date.parse(arrival) / 864e5;
    return Array.from({ length: Date.parse(departure) / 864e5 - first }, (_, index) => first + index);
  });
  expect(new Set(nights).size).toBe(nights.length);
}

/** Versions of bookings that no event told yet. */
function missingEvents(events: ChangeEvent[], versions: Map<number, number>): string[] {
  const told = new Set(
    events
      .filter(({ entity_type }) => entity_type === 'booking')
      .map(({ entity_id, version }) => `${entity_id}/${version}`),
  );
  return [...versions].flatMap(([id, latest]) =>
    Array.from({ length: latest }, (_, index) => `${id}/${index + 1}`).filter((version) => !told.has(version)),
  );
}
