import { setTimeout as sleep } from 'node:timers/promises';
import { type DatabaseProcess, startDatabaseProcess } from '@keyhaven/testing/database-process';
import { until } from '@keyhaven/testing/until';
import { type BookingCluster, startBookingCluster } from '../testing/booking-cluster';

/** How many quotes the test creates and accepts. */
const QUOTES = 90;
/** How many clients create and accept these quotes at the same time. */
const CLIENTS = 9;
/** How many times the test kills a process. */
const KILLS = 7;

let database: DatabaseProcess;
let cluster: BookingCluster;
beforeAll(async () => {
  database = await startDatabaseProcess();
  cluster = await startBookingCluster(3, { databaseUri: database.uri });
});
afterAll(async () => {
  await cluster.stop();
  await database.stop();
});

type Reply = { status: number; body: any };

/** Sends a request to one process after the other until a response has a status below 500. */
async function persist(send: (process: number) => Promise<Reply>): Promise<Reply> {
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

const day = (offset: number) => new Date(Date.UTC(2030, 0, 1 + offset)).toISOString().slice(0, 10);

async function anAccountWithProperty(): Promise<{ userId: number; property_id: number }> {
  const userId = await cluster.anAccount();
  const path = `/operator/accounts/${userId}/properties`;
  const property = await cluster.operator(0).post(path, { name: 'Casa', time_zone: 'Europe/Rome' });
  return { userId, property_id: property.body.id as number };
}

/** Creates a room that is linked to the house. */
async function aRoomOf(userId: number, house: number): Promise<number> {
  const path = `/operator/accounts/${userId}`;
  const room = await cluster.operator(0).post(`${path}/properties`, { name: 'Camera', time_zone: 'Europe/Rome' });
  const link = await cluster.operator(0).post(`${path}/links`, { property_ids: [house, room.body.id] });
  expect(link.status).toBe(200);
  return room.body.id as number;
}

describe('quotes that are created and accepted while processes and the database are killed', () => {
  it('become one booking each, with their dates and charges, and each acceptance is published', async () => {
    const { userId, property_id } = await anAccountWithProperty();
    const accepted = new Map<number, number>();
    let next = 0;
    const client = async () => {
      while (next < QUOTES) {
        const index = next++;
        const key = (what: string) => ({ headers: { 'idempotency-key': `${what}-${index}` } });
        const stay = {
          property_id,
          arrival: day(3 * index),
          departure: day(3 * index + 2),
          hold_dates: index % 2 === 0,
        };
        const quote = await persist((at) => cluster.api(at, userId).post('/v2/quotes', stay, key('quote')));
        expect(quote.status).toBe(200);
        const acceptance = { quote_id: quote.body.id };
        const accept = (at: number) => cluster.api(at, userId).post('/v2/bookings', acceptance, key('accept'));
        const [first, second] = await Promise.all([persist(accept), persist((at) => accept((at + 1) % cluster.size))]);
        expect([first.status, second.status, second.body.id]).toEqual([200, 200, first.body.id]);
        expect(first.body).toMatchObject({ arrival: stay.arrival, departure: stay.departure, total_amount: 200 });
        accepted.set(quote.body.id as number, first.body.id as number);
      }
    };
    let working = true;
    const done = Promise.all(Array.from({ length: CLIENTS }, client)).finally(() => (working = false));
    let kills = 0;
    while (working && kills < KILLS) {
      await sleep(100 + Math.random() * 250);
      if (kills % 3 === 2) await database.crash();
      else await cluster.crash(kills % cluster.size);
      kills++;
    }
    await done;
    expect(kills).toBeGreaterThanOrEqual(3);

    const { body } = await persist((at) => cluster.api(at, userId).get('/v2/bookings?limit=1000'));
    const bookings = body.items as { id: number; quote_id: number; type: string; status: string }[];
    expect(bookings).toHaveLength(QUOTES);
    for (const { id, quote_id, type, status } of bookings) {
      expect([accepted.get(quote_id), type, status]).toEqual([id, 'booking', 'active']);
    }
    await until(async () => {
      const published = cluster.published.filter(({ entity_type }) => entity_type === 'quote');
      const isPublished = (id: number) =>
        published.some(({ entity_id, entity }) => entity_id === id && entity.status === 'accepted');
      return [...accepted.keys()].every(isPublished);
    }, 30_000);
  }, 180_000);

  it.each([
    ['the held property', false],
    ['a room of the held house', true],
  ])(
    'free the nights at %s if a hold expires while no process runs',
    async (_where, linked) => {
      const { userId, property_id } = await anAccountWithProperty();
      const room = linked ? await aRoomOf(userId, property_id) : property_id;
      const stay = { property_id: room, arrival: day(0), departure: day(2) };
      const api = cluster.api(0, userId);
      // The processes are killed before the hold expires, and started after it has expired. The hold lasts five
      // seconds, because on a slow machine the two requests before the kill take seconds.
      const expires = Math.ceil(Date.now() / 1000) * 1000 + 5000;
      const held = { ...stay, property_id, hold_dates: true, expires_utc: new Date(expires).toISOString() };
      expect((await api.post('/v2/quotes', held)).status).toBe(200);
      expect((await api.post('/v2/bookings', stay)).status).toBe(409);
      await cluster.whileDown(() => sleep(Math.max(expires - Date.now(), 0)));
      const answers = await Promise.all(
        [0, 1, 2].map((process) => cluster.api(process, userId).post('/v2/bookings', stay)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    },
    60_000,
  );
});
