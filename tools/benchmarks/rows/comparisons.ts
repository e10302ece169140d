import { DATABASE_PREFIX } from '@keyhaven/contracts/platform/services';
import { mongo } from 'mongoose';
import type { Bench } from '../harness/bench';
import { measureRatio } from '../harness/rounds';
import type { Row } from '../harness/row';
import { startGateway, startMemoryServer } from '../servers/processes';
import { demo } from '../servers/standalone';
import { daysFromNow } from '../harness/days';
import { oneCalendar } from './reads';

const CLIENTS = 8;
const LISTED = 20;

/** A connection to the database of the demo platform. */
export async function database(bench: Bench): Promise<{ client: mongo.MongoClient; stop(): Promise<void> }> {
  const { standalone } = await bench.share(demo);
  const client = await new mongo.MongoClient(standalone.databaseUri, { maxPoolSize: 32 }).connect();
  return { client, stop: () => client.close() };
}

/** The path of a calendar page with 20 properties and 90 nights, and the bytes of the response. */
async function calendarPage(bench: Bench): Promise<{ path: string; bytes: Buffer }> {
  const { standalone } = await bench.share(demo);
  const path = `/v2/calendar?from=${daysFromNow(0)}&to=${daysFromNow(89)}&limit=20`;
  return { path, bytes: await standalone.api.bytes(path) };
}

/**
 * Compares the rate of GET /v2/bookings for one page with the rate of a bare query through the
 * MongoDB driver, which reads the same documents in the same order.
 */
async function listsToBareReads(bench: Bench) {
  const { standalone } = await bench.share(demo);
  const booking = await standalone.service('booking');
  const path = `/v2/bookings?limit=${LISTED}`;
  const { items } = await booking.json<{ items: { id: number }[] }>('GET', path);
  const { client } = await bench.share(database);
  const stays = client.db(`${DATABASE_PREFIX}booking`).collection('stays');
  const named = { user_id: standalone.userId, 'booking.id': { $gte: items[0]!.id, $lte: items.at(-1)!.id } };
  const read = async () => {
    const found = await stays.find(named).sort({ 'booking.id': 1 }).limit(LISTED).toArray();
    if (found.length !== LISTED) throw new Error(`read ${found.length} documents; expected ${LISTED}`);
  };
  return measureRatio(
    bench,
    { clients: CLIENTS, work: () => booking.run('GET', path) },
    { clients: CLIENTS, work: read },
  );
}

async function calendarToMemory(bench: Bench) {
  const { standalone } = await bench.share(demo);
  const { path, bytes } = await calendarPage(bench);
  const pricing = await standalone.service('pricing');
  const memory = await standalone.through(await startMemoryServer(bench, 'memory', bytes));
  const side = (client: typeof pricing) => ({
    clients: CLIENTS,
    work: () => client.run('GET', path, undefined, bytes.length),
  });
  return measureRatio(bench, side(pricing), side(memory));
}

/**
 * Compares the rate of a calendar page with the rate of the same bytes from memory, both requested through a gateway.
 * Each side has its own gateway, which runs as a separate process.
 */
async function calendarToMemoryThroughGateways(bench: Bench) {
  const { standalone } = await bench.share(demo);
  const { path, bytes } = await calendarPage(bench);
  const memory = await startMemoryServer(bench, 'memory-behind-gateway', bytes);
  const [subject, reference] = await Promise.all([
    standalone.through(await startGateway(bench, 'gateway')),
    standalone.through(await startGateway(bench, 'gateway-to-memory', { pricing: memory })),
  ]);
  const side = (client: typeof subject) => ({
    clients: CLIENTS,
    work: () => client.run('GET', path, undefined, bytes.length),
  });
  return measureRatio(bench, side(subject), side(reference));
}

/**
 * Compares the rate of a request through a gateway, which runs as a separate process, with the rate of the same request
 * sent directly to the service.
 */
async function hopToDirectCall(bench: Bench) {
  const { standalone } = await bench.share(demo);
  const { path, bytes } = await oneCalendar(bench);
  const through = await standalone.through(await startGateway(bench, 'gateway-hop'));
  const direct = await standalone.service('pricing');
  const side = (client: typeof through) => ({
    clients: CLIENTS,
    work: () => client.run('GET', path, undefined, bytes),
  });
  return measureRatio(bench, side(through), side(direct));
}

export const comparisonRows: Row[] = [
  {
    name: 'list-to-bare-read',
    title: 'a list of 20 bookings ÷ a driver that reads the same documents',
    unit: 'ratio',
    run: listsToBareReads,
  },
  {
    name: 'calendar-page',
    title: 'a page of 20 calendars of 90 nights ÷ bare Express with the same bytes from memory',
    unit: 'ratio',
    goal: { atLeast: 0.8 },
    run: calendarToMemory,
  },
  {
    name: 'calendar-page-gateway',
    title: 'the same, each side through a gateway',
    unit: 'ratio',
    goal: { atLeast: 0.8 },
    run: calendarToMemoryThroughGateways,
  },
  {
    name: 'gateway-hop',
    title: 'a hop through the gateway ÷ a direct call: the calendar of one property',
    unit: 'ratio',
    run: hopToDirectCall,
  },
];
