import { setTimeout as sleep } from 'node:timers/promises';
import type { DataServiceName } from '@keyhaven/contracts/platform/services';
import type { Bench } from '../harness/bench';
import type { HttpClient } from '../harness/http-client';
import { cpuMsOf } from '../harness/process-usage';
import { daysFromNow } from '../harness/days';
import { demo, type Standalone } from './standalone';

const PROPERTIES = 30;
const BOOKINGS_PER_PROPERTY = 73;
/** The number of nights of each stay. The stays of a property follow one another, with a free night between them. */
const NIGHTS = 3;
/** The number of properties and bookings of the large account, divided by those of the small account. */
const SCALE = Number(process.env.BENCH_SCALE ?? 100);
const LINES_PER_IMPORT = 5000;
const RETRY_MS = 200;
const ATTEMPTS = 50;
const QUIET_MS = 2000;
/** A process is considered idle if it uses at most this share of a processor core. */
const QUIET_SHARE = 0.2;

/** An account with imported properties and bookings. */
export interface FilledAccount {
  propertyIds: number[];
  bookingIds: number[];
  booking: HttpClient;
  pricing: HttpClient;
}

/** Two accounts of one platform with the same kinds of records. The large one has more of them. */
export interface TwoAccounts {
  small: FilledAccount;
  large: FilledAccount;
  /** The numbers of imported bookings and the import rate, as shown in the table of results. */
  sizes: string;
  stop(): Promise<void>;
}

export async function twoAccounts(bench: Bench): Promise<TwoAccounts> {
  const { standalone } = await bench.share(demo);
  const small = await fillAccount(standalone, 1);
  const began = performance.now();
  const large = await fillAccount(standalone, SCALE);
  const seconds = (performance.now() - began) / 1000;
  await untilQuiet(standalone.pid);
  const count = large.propertyIds.length + large.bookingIds.length;
  return {
    small,
    large,
    sizes: `${large.bookingIds.length} bookings ÷ ${small.bookingIds.length}; imported ${(count / seconds).toFixed(0)}/s`,
    stop: () => Promise.resolve(),
  };
}

/** Waits until the process is idle, which means that its consumers have handled the events of the imports. */
async function untilQuiet(pid: number): Promise<void> {
  for (;;) {
    const before = cpuMsOf(pid);
    await sleep(QUIET_MS);
    if (cpuMsOf(pid) - before < QUIET_MS * QUIET_SHARE) return;
  }
}

async function fillAccount(standalone: Standalone, scale: number): Promise<FilledAccount> {
  const operate = operator(standalone);
  const account = { company_name: `Company ${scale}`, time_zone: 'Europe/Rome', currency_code: 'EUR' };
  const { id } = await operate<{ id: number }>('identity', '/accounts', JSON.stringify(account));
  const importAll = async (kind: string, records: object[]): Promise<number[]> => {
    const ids: number[] = [];
    for (let at = 0; at < records.length; at += LINES_PER_IMPORT) {
      const lines = records.slice(at, at + LINES_PER_IMPORT).map((record) => JSON.stringify(record));
      const target = `/accounts/${id}/imports/${kind}`;
      const report = await operate<{ refused: number; items: { id: number }[] }>('booking', target, lines.join('\n'));
      if (report.refused > 0) throw new Error(`${report.refused} of the imported ${kind} were refused`);
      ids.push(...report.items.map((item) => item.id));
    }
    return ids;
  };
  const propertyIds = await importAll('properties', propertiesOf(scale * PROPERTIES));
  const bookingIds = await importAll('bookings', propertyIds.flatMap(bookingsOf));
  const [booking, pricing] = await Promise.all([standalone.service('booking', id), standalone.service('pricing', id)]);
  return { propertyIds, bookingIds, booking, pricing };
}

function propertiesOf(count: number): object[] {
  const common = { currency_code: 'EUR', time_zone: 'Europe/Rome', max_guests: 6 };
  return Array.from({ length: count }, (_, at) => ({ import_key: `p${at}`, name: `House ${at}`, ...common }));
}

function bookingsOf(property_id: number): object[] {
  return Array.from({ length: BOOKINGS_PER_PROPERTY }, (_, at) => {
    const from = 1 + at * (NIGHTS + 1);
    const stay = { arrival: daysFromNow(from), departure: daysFromNow(from + NIGHTS), adults: 2 };
    return { import_key: `b${property_id}-${at}`, property_id, ...stay };
  });
}

/** Calls operator routes. The body of an import has one record per line. */
function operator(standalone: Standalone) {
  return async <Answer>(service: DataServiceName, target: string, body: string): Promise<Answer> => {
    const [urls, sign] = await Promise.all([standalone.urls(), standalone.signerOf('operator')]);
    const type = target.includes('/imports/') ? 'application/x-ndjson' : 'application/json';
    for (let attempt = 1; ; attempt++) {
      const authorization = `Bearer ${await sign({ audience: service, scope: 'service' })}`;
      const headers = { authorization, 'content-type': type };
      const answer = await fetch(`${urls[service]}/operator${target}`, { method: 'POST', headers, body });
      const text = await answer.text();
      if (answer.status === 200) return JSON.parse(text) as Answer;
      // A 503 means that the service has not yet received a record that the body refers to.
      if (answer.status !== 503 || attempt === ATTEMPTS)
        throw new Error(`${target} answered ${answer.status}: ${text}`);
      await sleep(RETRY_MS);
    }
  };
}
