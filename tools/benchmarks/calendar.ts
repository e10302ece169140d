/**
 * npm run benchmark:calendar: a page of 20 calendars of 90 nights, compared with a bare Express app that answers the
 * same bytes from memory. Each is a process of its own on this machine, and one client measures them in turns. The
 * ratio counts: by processor time it is the more exact one, because client and servers share the processors.
 */
import os from 'node:os';
import { Pool } from 'undici';
import { daysFromNow, makeCalendars, NIGHTS, PROPERTIES } from './calendar/make-calendars';
import { measure, type Measured, type Target } from './calendar/measure';
import { type Server, startServers } from './calendar/start-servers';

/** How often each server is measured, and for how long, in milliseconds. */
const TURNS = 4;
const TURN_MS = 3000;

async function main(): Promise<void> {
  const servers = await startServers();
  try {
    const userId = await makeCalendars(servers);
    const path = `/v2/calendar?from=${daysFromNow(0)}&to=${daysFromNow(NIGHTS - 1)}`;
    const headers = async () => ({ authorization: await servers.asAccount(userId) });
    const first = await fetch(servers.pricing.url + path, { headers: await headers() });
    if (!first.ok) throw new Error(`the calendar answered ${first.status}: ${await first.text()}`);
    const bytes = Buffer.from(await first.arrayBuffer());
    const targetOf = ({ url, pid }: Server): Target => ({ client: new Pool(url), pid });
    const memory = await servers.startMemoryServer(bytes);
    const targets = { calendar: targetOf(servers.pricing), memory: targetOf(memory) };
    const results: Record<keyof typeof targets, Measured[]> = { calendar: [], memory: [] };
    // The first turn warms up both servers and does not count.
    for (let turn = 0; turn <= TURNS; turn++) {
      for (const name of ['memory', 'calendar'] as const) {
        const measured = await measure(targets[name], path, await headers(), TURN_MS, bytes.length);
        if (turn > 0) results[name].push(measured);
      }
    }
    await Promise.all(Object.values(targets).map(({ client }) => client.close()));
    print(bytes.length, results);
  } finally {
    await servers.stop();
  }
}

function print(bytes: number, results: Record<'calendar' | 'memory', Measured[]>): void {
  const [cpu] = os.cpus();
  console.log(`machine     ${os.cpus().length} × ${cpu?.model ?? 'unknown'}, ${os.platform()} ${os.release()}`);
  console.log(`versions    Node ${process.version}; ${process.env.MONGODB_URI ? 'MongoDB' : 'embedded database'}`);
  console.log(`data set    ${PROPERTIES} properties × ${NIGHTS} nights, a page of ${bytes} bytes`);
  const median = (list: number[]) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)]!;
  const summary = (measured: Measured[]) => ({
    perSecond: median(measured.map(({ perSecond }) => perSecond)),
    medianMs: median(measured.map(({ medianMs }) => medianMs)),
    p99Ms: median(measured.map(({ p99Ms }) => p99Ms)),
    cpuMs: median(measured.map(({ cpuMs }) => cpuMs ?? NaN)),
  });
  const [calendar, memory] = [summary(results.calendar), summary(results.memory)];
  for (const [name, { perSecond, medianMs, p99Ms, cpuMs }] of Object.entries({ memory, calendar })) {
    console.log(
      `${name.padEnd(12)}${perSecond.toFixed(0)} a second, median ${medianMs.toFixed(2)} ms, 99 % within ${p99Ms.toFixed(2)} ms, ${cpuMs.toFixed(2)} ms of the processor each`,
    );
  }
  const byCpu = (memory.cpuMs / calendar.cpuMs).toFixed(2);
  console.log(`ratio       ${(calendar.perSecond / memory.perSecond).toFixed(2)}; ${byCpu} by processor time`);
}

void main();
