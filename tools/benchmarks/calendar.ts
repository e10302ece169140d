/**
 * npm run benchmark:calendar: a page of 20 calendars of 90 nights, compared with a server that answers the same bytes
 * from memory. Each is a process of its own on this machine, and one client measures them in turns; the ratio counts.
 */
import os from 'node:os';
import { Pool } from 'undici';
import { daysFromNow, makeCalendars, NIGHTS, PROPERTIES } from './calendar/make-calendars';
import { measure, type Measured } from './calendar/measure';
import { startServers } from './calendar/start-servers';

/** How often each server is measured, and for how long, in milliseconds. */
const TURNS = 4;
const TURN_MS = 3000;

async function main(): Promise<void> {
  const servers = await startServers();
  try {
    const userId = await makeCalendars(servers);
    const path = `/v2/calendar?from=${daysFromNow(0)}&to=${daysFromNow(NIGHTS - 1)}`;
    const headers = async () => ({ authorization: await servers.asAccount(userId) });
    const first = await fetch(servers.pricingUrl + path, { headers: await headers() });
    if (!first.ok) throw new Error(`the calendar answered ${first.status}: ${await first.text()}`);
    const bytes = Buffer.from(await first.arrayBuffer());
    const memoryUrl = await servers.startMemoryServer(bytes);
    const targets = { calendar: new Pool(servers.pricingUrl), memory: new Pool(memoryUrl) };
    const results: Record<keyof typeof targets, Measured[]> = { calendar: [], memory: [] };
    // The first turn warms up both servers and does not count.
    for (let turn = 0; turn <= TURNS; turn++) {
      for (const name of ['memory', 'calendar'] as const) {
        const measured = await measure(targets[name], path, await headers(), TURN_MS, bytes.length);
        if (turn > 0) results[name].push(measured);
      }
    }
    await Promise.all(Object.values(targets).map((pool) => pool.close()));
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
  });
  const [calendar, memory] = [summary(results.calendar), summary(results.memory)];
  for (const [name, { perSecond, medianMs, p99Ms }] of Object.entries({ memory, calendar })) {
    console.log(
      `${name.padEnd(12)}${perSecond.toFixed(0)} a second, median ${medianMs.toFixed(2)} ms, 99 % within ${p99Ms.toFixed(2)} ms`,
    );
  }
  console.log(`ratio       ${(memory.perSecond / calendar.perSecond).toFixed(2)} times slower than from memory`);
}

void main();
