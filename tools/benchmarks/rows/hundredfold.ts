import path from 'node:path';
import { DATABASE_PREFIX } from '@keyhaven/contracts/platform/services';
import { mongo } from 'mongoose';
import type { Bench } from '../harness/bench';
import type { HttpClient } from '../harness/http-client';
import { measureRatio } from '../harness/rounds';
import type { Row } from '../harness/row';
import { copyData, demo, Standalone } from '../servers/standalone';
import { daysFromNow } from './days';

const TIMES = 100;
const CLIENTS = 8;
/** Ids of copied records begin here, multiplied by the number of the copy: above every id of the demo data. */
const ID_STEP = 1_000_000;
const BATCH = 1000;

type Document = mongo.Document & { _id: number };

/** The collections that are copied, and the fields in which a copy differs: they hold ids, or keys that are unique. */
const copied: { service: string; collection: string; change: (document: Document, step: number) => Document }[] = [
  { service: 'booking', collection: 'properties', change: (document) => ({ ...document, key: undefined }) },
  { service: 'pricing', collection: 'property_copies', change: (document) => document },
  { service: 'pricing', collection: 'property_pricing', change: (document) => document },
  { service: 'pricing', collection: 'calendars', change: (document) => document },
  {
    service: 'pricing',
    collection: 'occupancies',
    change: (document, step) => ({ ...document, property_id: (document.property_id as number) + step }),
  },
  { service: 'booking', collection: 'stays', change: copyOfStay },
  {
    service: 'webhook',
    collection: 'subscriptions',
    change: (document, step) => ({ ...document, identity: `${document.identity as string}/${step}` }),
  },
];

/** A stay at the copy of its property, with the same nights. Quotes keep their number: a copy is not for a link. */
function copyOfStay(stay: Document, step: number): Document {
  const part = (name: 'booking' | 'quote') => {
    const value = stay[name] as Record<string, unknown> | undefined;
    if (!value) return {};
    const form_key = value.form_key && `${value.form_key as string}${step}`;
    const moved = { property_id: (value.property_id as number) + step, id: (value.id as number) + step };
    return { [name]: { ...value, ...moved, ...(form_key ? { form_key } : {}) } };
  };
  const keys = (stay.night_keys as string[] | undefined)?.map((key) => `${key}${step}`);
  return { ...stay, ...part('booking'), ...part('quote'), ...(keys && { night_keys: keys }) };
}

/** The platform with the demo data and 99 copies of its properties, bookings and subscriptions in the same account. */
async function hundredfold(bench: Bench) {
  const { standalone } = await bench.share(demo);
  const large = new Standalone(path.join(bench.folder, 'hundredfold'));
  const subscriptions = [{ type: 'booking', webhook_url: 'http://127.0.0.1:9/' }];
  for (const body of subscriptions) await standalone.api.run('POST', '/v2/webhooksubscriptions', JSON.stringify(body));
  await standalone.stop();
  await copyData(standalone.folder, large.folder);
  await standalone.start();
  await large.start();
  const client = await new mongo.MongoClient(large.databaseUri).connect();
  for (const { service, collection, change } of copied) {
    await multiply(client.db(`${DATABASE_PREFIX}${service}`).collection<Document>(collection), change);
  }
  await client.close();
  // So that nothing that a process keeps in memory is of before.
  await large.stop();
  await large.start();
  return { large, stop: () => large.stop() };
}

async function multiply(
  collection: mongo.Collection<Document>,
  change: (document: Document, step: number) => Document,
): Promise<void> {
  const documents = await collection.find({}).toArray();
  // Repeatable requests and unpublished events belong to the original only.
  const clean = documents.map(
    ({ idempotency: _requests, outbox: _outbox, outbox_due_utc: _due, waiting_keys: _waiting, ...rest }) =>
      rest as Document,
  );
  let batch: Document[] = [];
  for (let copy = 1; copy < TIMES; copy++) {
    const step = copy * ID_STEP;
    for (const document of clean) {
      batch.push({ ...change(document, step), _id: document._id + step });
      if (batch.length >= BATCH) await collection.insertMany(batch.splice(0), { ignoreUndefined: true });
    }
  }
  if (batch.length > 0) await collection.insertMany(batch, { ignoreUndefined: true });
  batch = [];
}

/** The same request to both platforms. */
function row(name: string, title: string, send: (api: HttpClient) => Promise<() => Promise<unknown>>): Row {
  return {
    name: `hundredfold-${name}`,
    title: `100 times the data ÷ the demo data: ${title}`,
    unit: 'ratio',
    goal: { atLeast: 0.8 },
    onlyByName: 'making the data takes minutes',
    run: async (bench) => {
      const { large } = await bench.share(hundredfold);
      const { standalone } = await bench.share(demo);
      const side = async ({ api }: Standalone) => ({ clients: CLIENTS, work: await send(api) });
      return measureRatio(bench, await side(large), await side(standalone));
    },
  };
}

const get = (path: string) => (api: HttpClient) => Promise.resolve(() => api.run('GET', path));

export const hundredfoldRows: Row[] = [
  row('booking', '`GET v2/bookings/{id}`', async (api) => {
    const { items } = await api.json<{ items: { id: number }[] }>('GET', '/v2/bookings?limit=1&offset=500');
    return () => api.run('GET', `/v2/bookings/${items[0]!.id}`);
  }),
  row('bookings-offset', '`GET v2/bookings`, 20 of them, with `offset`', get('/v2/bookings?limit=20&offset=500')),
  row(
    'calendar-page',
    'a page of 20 calendars of 90 nights',
    get(`/v2/calendar?from=${daysFromNow(0)}&to=${daysFromNow(89)}&limit=20`),
  ),
  row('create-booking', '`POST v2/bookings` without charges', async (api) => {
    const { items } = await api.json<{ items: { id: number }[] }>('GET', '/v2/properties?active=true&limit=20');
    let made = 0;
    return () => {
      const number = made++;
      const day = 5000 + Math.floor(number / items.length);
      const nights = { arrival: daysFromNow(day), departure: daysFromNow(day + 1) };
      const stay = { property_id: items[number % items.length]!.id, ...nights, adults: 1 };
      return api.run('POST', '/v2/bookings', JSON.stringify(stay));
    };
  }),
];
