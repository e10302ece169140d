import { setTimeout as sleep } from 'node:timers/promises';
import { nightsOf } from '@keyhaven/stays/nights';
import { casesOf, times } from '@keyhaven/testing/sample';
import { until } from '@keyhaven/testing/until';
import type { StayDocument } from '../store/stay.model';
import type { LinkDocument } from '../store/link.model';
import { type BookingCluster, startBookingCluster } from '../testing/booking-cluster';
import { claimsNights } from '../claims/domain/claim';
import { openKeys, type StayClaim } from '../claims/read-claims';

let cluster: BookingCluster;
beforeAll(async () => {
  cluster = await startBookingCluster(3);
});
afterAll(() => cluster.stop());

const day = (offset: number) => new Date(Date.UTC(2030, 0, 1 + offset)).toISOString().slice(0, 10);
const channel = { name: 'Airbnb', platform_reservation_number: 'HM123' };

/**
 * An account with properties. Each function sends a request to the process with the number
 * `process`.
 */
interface Scene {
  userId: number;
  properties: number[];
  book(process: number, property_id: number, night: number, nights?: number): Promise<{ status: number; body: any }>;
  /** Stores a booking that a channel has sold. */
  bookByChannel(
    process: number,
    property_id: number,
    night: number,
    nights?: number,
  ): Promise<{ status: number; body: any }>;
  change(process: number, id: number, patch: object): Promise<{ status: number; body: any }>;
  link(process: number, a: number, b: number): Promise<{ status: number; body: any }>;
  unlink(process: number, id: number): Promise<{ status: number }>;
}

async function aScene(properties: number): Promise<Scene> {
  const userId = await cluster.anAccount();
  const base = `/operator/accounts/${userId}`;
  const made = await Promise.all(
    Array.from({ length: properties }, (_, index) =>
      cluster.operator(index % 3).post(`${base}/properties`, { name: `Place ${index}` }),
    ),
  );
  const stay = (property_id: number, night: number, nights: number) => ({
    property_id,
    arrival: day(night),
    departure: day(night + nights),
  });
  return {
    userId,
    properties: made.map(({ body }) => body.id as number),
    book: (process, property_id, night, nights = 1) =>
      cluster.api(process, userId).post('/v2/bookings', stay(property_id, night, nights)),
    bookByChannel: (process, property_id, night, nights = 1) =>
      cluster.operator(process).post(`${base}/bookings`, { ...stay(property_id, night, nights), channel }),
    change: (process, id, patch) => cluster.operator(process).patch(`${base}/bookings/${id}`, patch),
    link: (process, a, b) => cluster.operator(process).post(`${base}/links`, { property_ids: [a, b] }),
    unlink: (process, id) => cluster.operator(process).delete(`${base}/links/${id}`),
  };
}

const staysOf = (userId: number): Promise<StayDocument[]> =>
  cluster.connection.collection<StayDocument>('stays').find({ user_id: userId }).toArray();
const linksOf = (userId: number): Promise<LinkDocument[]> =>
  cluster.connection
    .collection<LinkDocument>('links')
    .find({ user_id: userId, pair: { $exists: true } })
    .toArray();

/** Waits until the outboxes of all stays and links are empty. */
async function settled(userId: number): Promise<void> {
  await until(async () => {
    const open = { user_id: userId, outbox_due_utc: { $exists: true } };
    const counts = await Promise.all(
      ['stays', 'links'].map((name) => cluster.connection.collection(name).countDocuments(open)),
    );
    return counts.every((count) => count === 0);
  }, 60_000);
}

/** Describes the account's records that violate an invariant. */
async function faults(userId: number): Promise<string[]> {
  const stays = (await staysOf(userId)) as StayClaim[];
  const links = await linksOf(userId);
  const found = links.filter(({ state }) => state !== 'active').map(({ pair, state }) => `link ${pair} is ${state}`);
  const areLinked = (a: number, b: number) =>
    a === b || links.some(({ property_ids }) => property_ids.includes(a) && property_ids.includes(b));
  const sources = stays.filter(({ booking }) => claimsNights(booking));
  for (const stay of sources) {
    const { booking } = stay;
    const overbooked = new Map(booking.overbooked_nights.map(({ date, booking_ids }) => [date, booking_ids]));
    if (openKeys(stay).length > 0 !== overbooked.size > 0)
      found.push(`booking ${booking.id} waits for other nights than overbooked_nights says`);
    for (const night of nightsOf(booking)) {
      const rivals = sources
        .filter((other) => other !== stay && areLinked(booking.property_id, other.booking.property_id))
        .filter((other) => nightsOf(other.booking).includes(night))
        .map((other) => other.booking);
      // A rival (another booking of the same night) may be overbooked too: it may occupy the night at its own property
      // and wait for the night at a linked property.
      const having = rivals
        .filter((rival) => !rival.overbooked_nights.some(({ date }) => date === night))
        .map(({ id }) => id);
      const named = overbooked.get(night);
      if (!named && having.length > 0) found.push(`booking ${booking.id} and ${having.join()} have ${night}`);
      if (!named) continue;
      const isRight =
        named.length > 0 &&
        having.every((id) => named.includes(id)) &&
        named.every((id) => rivals.some((rival) => rival.id === id));
      if (!isRight)
        found.push(`booking ${booking.id} names ${named.join()} for ${night}, but ${having.join()} have it`);
    }
    const derived = stays.filter(
      ({ source, booking }) => source?.stay_id === stay._id && booking.status !== 'canceled',
    );
    const linked = links.flatMap(({ property_ids }) =>
      property_ids.includes(booking.property_id) ? property_ids.filter((id) => id !== booking.property_id) : [],
    );
    const where = derived.map(({ booking }) => `${booking.property_id} ${booking.arrival} ${booking.status}`).sort();
    const expected = linked.map((id) => `${id} ${booking.arrival} ${booking.status}`).sort();
    if (where.join() !== expected.join())
      found.push(`booking ${booking.id} has linked records at ${where.join()}, expected ${expected.join()}`);
  }
  const waited = new Set(stays.flatMap(({ waiting_keys = [] }) => waiting_keys));
  for (const { booking, night_keys = [] } of stays.filter(({ booking }) => !claimsNights(booking))) {
    const idle = night_keys.filter((key) => !waited.has(key));
    if (idle.length > 0) found.push(`canceled booking ${booking.id} has ${idle.join()}, for which no stay waits`);
    if (booking.type !== 'linked_availability' && booking.overbooked_nights.length > 0)
      found.push(`canceled booking ${booking.id} is overbooked`);
  }
  return found;
}

const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status);

describe('three processes on one database', () => {
  it('book each night only once for concurrent requests, and never in both the house and one of its rooms', async () => {
    const scene = await aScene(3);
    const [house, ...rooms] = scene.properties as [number, number, number];
    for (const room of rooms) expect((await scene.link(0, house, room)).status).toBe(200);
    for (let night = 0; night < times(20, 5); night++) {
      const wishes = [house, rooms[0], rooms[1], house, rooms[0]] as number[];
      const answers = await Promise.all(wishes.map((wish, index) => scene.book((index + night) % 3, wish, night)));
      const sold = wishes.filter((_, index) => answers[index]!.status === 200);
      expect(statuses(answers).every((status) => status === 200 || status === 409)).toBe(true);
      expect(sold.includes(house) ? sold.length : new Set(sold).size).toBe(sold.includes(house) ? 1 : sold.length);
      expect(sold.length).toBeGreaterThan(0);
    }
    await settled(scene.userId);
    expect(await faults(scene.userId)).toEqual([]);
  }, 120_000);

  it('never book a night at both properties of a link that is created at the same time', async () => {
    let made = 0;
    // In rounds 4 and 9, no bookings conflict. So the link is created in at least one round, even if only a sample of
    // the rounds runs.
    for (const round of [...casesOf([0, 1, 2, 3, 5, 6, 7, 8], 2), ...casesOf([4, 9], 1)]) {
      const scene = await aScene(2);
      const [house, room] = scene.properties as [number, number];
      const nights = [0, 1, 2, 3];
      const bookings = nights.map((night) => scene.book(night % 3, round % 2 ? house : room, night));
      const link = scene.link(round % 3, house, room);
      const others = nights.map((night) => scene.book((night + 1) % 3, round % 2 ? room : house, night + (round % 5)));
      const [answer] = await Promise.all([link, ...bookings, ...others]);
      expect([200, 409]).toContain(answer.status);
      if (answer.status === 200) made++;
      await settled(scene.userId);
      expect((await linksOf(scene.userId)).length).toBe(answer.status === 200 ? 1 : 0);
      expect(await faults(scene.userId)).toEqual([]);
    }
    expect(made).toBeGreaterThan(0);
  }, 120_000);

  it('give the nights of a canceled booking to the overbooked booking, even while 100 clients request them', async () => {
    for (let round = 0; round < times(3, 1); round++) {
      const scene = await aScene(1);
      const [property] = scene.properties as [number];
      const holder = await scene.book(0, property, 0, 3);
      const sold = await scene.bookByChannel(1, property, 0, 3);
      expect([holder.status, sold.status, sold.body.has_problem]).toEqual([200, 200, true]);
      const clients = Array.from({ length: 100 }, (_, index) => scene.book(index % 3, property, index % 3));
      const canceled = scene.change(round, holder.body.id as number, { status: 'canceled' });
      expect(new Set(statuses(await Promise.all(clients)))).toEqual(new Set([409]));
      expect((await canceled).status).toBe(200);
      const stays = await staysOf(scene.userId);
      expect(stays.filter(({ booking }) => claimsNights(booking)).map(({ booking }) => booking.id)).toEqual([
        sold.body.id,
      ]);
      expect(await faults(scene.userId)).toEqual([]);
    }
  }, 120_000);

  it('give a night to a channel booking that arrives while the booking of that night is canceled', async () => {
    for (let round = 0; round < times(15, 4); round++) {
      const scene = await aScene(1);
      const [property] = scene.properties as [number];
      const holder = await scene.book(0, property, 0);
      const [canceled, sold] = await Promise.all([
        scene.change(1, holder.body.id as number, { status: 'canceled' }),
        scene.bookByChannel(2, property, 0),
      ]);
      expect(statuses([canceled, sold])).toEqual([200, 200]);
      await settled(scene.userId);
      expect((await scene.book(0, property, 0)).status).toBe(409);
      expect(await faults(scene.userId)).toEqual([]);
    }
  }, 120_000);

  it.each([
    ['concurrent bookings, channel bookings, moves, cancellations and links', times(20, 5), false],
    ['bookings, channel bookings, moves, cancellations and links while processes are killed', times(10, 5), true],
  ])(
    'keep all records consistent during %s',
    async (_what, waves, isKilling) => {
      const scene = await aScene(4);
      const [house, a, b, c] = scene.properties as [number, number, number, number];
      let seed = 20260101;
      const random = (below: number) => {
        seed = (seed * 1103515245 + 12345) % 2 ** 31;
        return Math.floor((seed / 2 ** 31) * below);
      };
      const any = <Item>(items: readonly Item[]): Item => items[random(items.length)]!;
      const booked: number[] = [];
      const linked: number[] = [];
      const note = (list: number[]) => (answer: { status: number; body: any }) => {
        if (answer.status === 200) list.push(answer.body.id as number);
        return answer;
      };
      const pairs = [[house, a], [house, b], [house, c], [a, b]] as const; // prettier-ignore
      const act = async (index: number): Promise<{ status: number; body?: any }> => {
        const process = index % 3;
        const property_id = any(scene.properties);
        const night = random(6);
        switch (random(9)) {
          case 0:
            return scene.link(process, ...any(pairs)).then(note(linked));
          case 1:
            return linked.length === 0 ? { status: 200 } : scene.unlink(process, any(linked));
          case 2:
          case 3:
            return scene.bookByChannel(process, property_id, night, 1 + random(3)).then(note(booked));
          case 4:
          case 5:
            return scene.book(process, property_id, night, 1 + random(2)).then(note(booked));
          case 6:
            return booked.length === 0 ? { status: 200 } : scene.change(process, any(booked), { status: 'canceled' });
          case 7:
            return booked.length === 0 ? { status: 200 } : scene.change(process, any(booked), { status: 'active' });
          default:
            return booked.length === 0
              ? { status: 200 }
              : scene.change(process, any(booked), {
                  property_id,
                  arrival: day(night),
                  departure: day(night + 2),
                });
        }
      };
      const answered: { status: number; body?: any }[] = [];
      for (let wave = 0; wave < waves; wave++) {
        const requests = Array.from({ length: 9 }, (_, index) => act(index));
        // A killed process does not answer its requests. The other processes finish the jobs of the
        // killed process.
        const wait = isKilling ? requests.map((request) => request.catch(() => ({ status: 0 }))) : requests;
        if (isKilling && wave % 2 === 0) await sleep(random(150)).then(() => cluster.crash(wave % 3));
        answered.push(...(await Promise.all(wait)));
        if (wave % 5 === 4) {
          await settled(scene.userId);
          expect(await faults(scene.userId)).toEqual([]);
        }
      }
      const expected = [200, 204, 404, 409, ...(isKilling ? [0] : [])];
      const unexpected = answered.filter(({ status }) => !expected.includes(status));
      expect(unexpected).toEqual([]);
    },
    240_000,
  );
});
