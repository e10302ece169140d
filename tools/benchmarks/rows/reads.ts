import type { Bench } from '../harness/bench';
import { measureLatency, measureRate } from '../harness/rounds';
import type { Row } from '../harness/row';
import { demo } from '../servers/standalone';
import { daysFromNow } from '../harness/days';

/** About the size of one property's calendar for three months. */
const ONE_CALENDAR_BYTES = 30_000;
const CLIENTS = 16;
const LIST_CLIENTS = 8;

interface Listed {
  id: number;
  property_id: number;
  type: string;
  arrival: string;
  departure: string;
}
type Page = { items: Listed[]; count?: number };

async function api(bench: Bench) {
  return (await bench.share(demo)).standalone.api;
}

/** The path of one property's calendar with so many days that the response has about 30 kB. */
export async function oneCalendar(bench: Bench): Promise<{ path: string; bytes: number }> {
  const client = await api(bench);
  const { items } = await client.json<Page>('GET', '/v2/properties?limit=1&active=true');
  const pathOf = (days: number) => `/v2/calendar/${items[0]!.id}?from=${daysFromNow(0)}&to=${daysFromNow(days - 1)}`;
  const perDay = (await client.bytes(pathOf(90))).length / 90;
  const path = pathOf(Math.min(366, Math.round(ONE_CALENDAR_BYTES / perDay)));
  return { path, bytes: (await client.bytes(path)).length };
}

/** The path of a list of exactly two bookings, selected by property and a range of dates. */
async function rangeOfTwo(bench: Bench): Promise<string> {
  const client = await api(bench);
  const { items: properties } = await client.json<Page>('GET', '/v2/properties?limit=100&active=true');
  for (const { id } of properties) {
    for (let day = 0; day < 300; day += 3) {
      const query = `property_ids=${id}&from=${daysFromNow(day)}&to=${daysFromNow(day + 6)}`;
      const { items } = await client.json<Page>('GET', `/v2/bookings?${query}&limit=20`);
      if (items.length === 2) return `/v2/bookings?${query}`;
    }
  }
  throw new Error('the demo data have no week with two bookings at a property');
}

/** A benchmark that repeats a GET request. */
function rate(name: string, title: string, atLeast: number, clients: number, pathOf: PathOf): Row {
  const run = async (bench: Bench) => {
    const client = await api(bench);
    const path = await pathOf(bench);
    return measureRate(bench, { clients, work: () => client.run('GET', path) });
  };
  return { name, title, unit: 'per second', goal: { atLeast }, run };
}

function latency(name: string, title: string, atMost: number, pathOf: PathOf): Row {
  const run = async (bench: Bench) => {
    const client = await api(bench);
    const path = await pathOf(bench);
    return measureLatency(bench, () => client.run('GET', path));
  };
  return { name, title, unit: 'ms', goal: { atMost }, run };
}

type PathOf = (bench: Bench) => string | Promise<string>;

const oneBooking = async (bench: Bench) => {
  const { items } = await (await api(bench)).json<Page>('GET', '/v2/bookings?limit=20&offset=500');
  return `/v2/bookings/${items.find(({ type }) => type === 'booking')!.id}`;
};

export const readRows: Row[] = [
  rate('users-me', '`GET v2/users/me`', 1500, CLIENTS, () => '/v2/users/me'),
  rate('http-path', 'the HTTP path alone: the calendar of one property, 30 kB', 1800, CLIENTS, async (bench) => {
    return (await oneCalendar(bench)).path;
  }),
  rate('booking', '`GET v2/bookings/{id}`', 1200, CLIENTS, oneBooking),
  rate('bookings-offset', '`GET v2/bookings`, 20 of them, with `offset`', 400, LIST_CLIENTS, () => {
    return '/v2/bookings?limit=20&offset=500';
  }),
  latency('bookings-1000', '`GET v2/bookings`, 1,000 of them', 100, () => '/v2/bookings?limit=1000'),
  latency('bookings-range', '`GET v2/bookings` with `from` and `to`, two of them', 15, rangeOfTwo),
  latency('bookings-since', '`GET v2/bookings` with `since_utc` in the future', 10, () => {
    return '/v2/bookings?since_utc=2190-01-01T00:00:00Z';
  }),
];
