import { randomUUID } from 'node:crypto';
import { DATABASE_PREFIX } from '@keyhaven/contracts/platform/services';
import type { mongo } from 'mongoose';
import type { Bench } from '../harness/bench';
import type { HttpClient } from '../harness/http-client';
import { measureRate, measureRatio, type Side } from '../harness/rounds';
import type { Row } from '../harness/row';
import { demo } from '../servers/standalone';
import { database } from './comparisons';
import { daysFromNow } from '../harness/days';

const BOOKING_CLIENTS = 32;
const QUOTE_CLIENTS = 8;
/** New stays start this many days from today, which is after all stays of the demo data. */
const FIRST_DAY = 500;
const NIGHTS = 2;

interface Property {
  id: number;
  is_snoozed: boolean;
  currency_code: string | null;
}
type Stay = mongo.Document & { _id: number };

/**
 * Finds properties that can be booked and returns `next`, which makes a request body for a stay that does not overlap
 * any other stay. Properties that share nights with each other are left out.
 */
export async function freeStays(bench: Bench) {
  const { standalone } = await bench.share(demo);
  const path = '/v2/properties?active=true&limit=100';
  const { items } = await standalone.api.json<{ items: Property[] }>('GET', path);
  const ids: number[] = [];
  for (const { id, is_snoozed, currency_code } of items) {
    const isBooked = !is_snoozed && currency_code !== null && (await bookFirst(standalone.api, id));
    if (isBooked) ids.push(id);
  }
  let made = ids.length;
  const next = () => {
    const number = made++;
    return stayAt(ids[number % ids.length]!, FIRST_DAY + NIGHTS * Math.floor(number / ids.length));
  };
  return { next, stop: () => Promise.resolve() };
}

/**
 * Books the first nights of a property. @returns false if the nights are taken. For example, the nights of a house are
 * taken if one of its rooms is booked.
 */
async function bookFirst(api: HttpClient, propertyId: number): Promise<boolean> {
  try {
    await api.run('POST', '/v2/bookings', JSON.stringify(stayAt(propertyId, FIRST_DAY)));
    return true;
  } catch (error) {
    if (String(error).includes('nights_taken')) return false;
    throw error;
  }
}

function stayAt(property_id: number, day: number) {
  return { property_id, arrival: daysFromNow(day), departure: daysFromNow(day + NIGHTS), adults: 1 };
}

/** Books a new stay with each request, through the gateway. */
async function booking(bench: Bench, more: object): Promise<Side> {
  const { standalone } = await bench.share(demo);
  const stays = await bench.share(freeStays);
  const work = () => standalone.api.run('POST', '/v2/bookings', JSON.stringify({ ...stays.next(), ...more }));
  return { clients: BOOKING_CLIENTS, work };
}

/**
 * Inserts copies of a stored booking, with unique keys, into a collection that has the same indexes
 * as the collection of bookings.
 */
async function bareInsert(bench: Bench): Promise<Side> {
  const { standalone } = await bench.share(demo);
  const stays = await bench.share(freeStays);
  const { client } = await bench.share(database);
  const source = client.db(`${DATABASE_PREFIX}booking`).collection<Stay>('stays');
  const { id } = await standalone.api.json<{ id: number }>('POST', '/v2/bookings', stays.next());
  const stay = (await source.findOne({ user_id: standalone.userId, 'booking.id': id }))!;
  const copies = client.db('benchmark').collection<Stay>('stays');
  for (const { key, name, unique, partialFilterExpression } of await source.indexes()) {
    if (name === '_id_') continue;
    await copies.createIndex(key, {
      name,
      ...(unique && { unique }),
      ...(partialFilterExpression && { partialFilterExpression }),
    });
  }
  let number = 0;
  const work = () => {
    const own = ++number;
    const nights = (stay.night_keys as string[]).map((_key, night) => `${own}/${night}`);
    const requests = ((stay.idempotency ?? []) as object[]).map((request) => ({ ...request, key: randomUUID() }));
    const booked = { ...(stay.booking as object), id: own, form_key: randomUUID() };
    return copies.insertOne({ ...stay, _id: own, night_keys: nights, idempotency: requests, booking: booked });
  };
  return { clients: BOOKING_CLIENTS, work };
}

/** Requests test quotes, which are not stored. */
async function testQuotes(bench: Bench): Promise<Side> {
  const { standalone } = await bench.share(demo);
  const stays = await bench.share(freeStays);
  const body = JSON.stringify({ ...stays.next(), test: true, ignore_rules: true });
  return { clients: QUOTE_CLIENTS, work: () => standalone.api.run('POST', '/v2/quotes', body) };
}

export const writeRows: Row[] = [
  {
    name: 'create-booking',
    title: '`POST v2/bookings` without charges ÷ a driver that inserts the same document with the same indexes',
    unit: 'ratio',
    goal: { atLeast: 0.3 },
    run: async (bench) => measureRatio(bench, await booking(bench, {}), await bareInsert(bench)),
  },
  {
    name: 'create-charged-booking',
    title: '`POST v2/bookings` with charges',
    unit: 'per second',
    goal: { atLeast: 300 },
    run: async (bench) => measureRate(bench, await booking(bench, { generate_charges: true, ignore_rules: true })),
  },
  {
    name: 'test-quote',
    title: '`POST v2/quotes` with `test`',
    unit: 'per second',
    goal: { atLeast: 500 },
    run: async (bench) => measureRate(bench, await testQuotes(bench)),
  },
];
