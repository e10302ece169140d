import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startProcess } from '@keyhaven/testing/run-process';
import { until } from '@keyhaven/testing/until';
import { Faults, preload } from './faults';

const HOUR_MS = 3_600_000;
const folder = mkdtempSync(path.join(os.tmpdir(), 'keyhaven-faults-'));
const faults = new Faults(folder);
afterAll(() => rmSync(folder, { recursive: true }));

/** A program that repeatedly prints its time and the free space of its disk. */
const program = `
  const { statfsSync } = require('node:fs');
  setInterval(() => {
    const made = new Date(2026, 0, 1);
    console.log(JSON.stringify({
      clocks: [Date.now(), new Date().getTime(), Date.parse(Date())].map((clock) => clock - performance.timeOrigin),
      hasSpace: statfsSync('/').bavail > 0,
      isDate: made instanceof Date && made.constructor === Date && made.getTime() === new Date(made).getTime(),
    }));
  }, 20);
`;

const running: (() => Promise<void>)[] = [];
afterEach(async () => void (await Promise.all(running.map((stop) => stop()))));

interface Printed {
  clocks: number[];
  hasSpace: boolean;
  isDate: boolean;
}

/**
 * Starts the program. `sees` returns the last output of the program, in which times are hours since
 * the start of the process.
 */
function aProcess(title: string) {
  const args = [`--title=${title}`, '--require', preload, '-e', program];
  const started = startProcess(process.execPath, args, { environment: faults.environment });
  const sees = () => {
    const line = started.stdout().split('\n').at(-2);
    if (line === undefined) return undefined;
    const { clocks, ...others } = JSON.parse(line) as Printed;
    return { hours: clocks.map((clock) => Math.round(clock / HOUR_MS) || 0), ...others };
  };
  const stop = async () => {
    started.kill('SIGKILL');
    await started.ended;
  };
  running.push(stop);
  return { sees, stop };
}

describe('a process with simulated faults', () => {
  const sound = { hours: [0, 0, 0], hasSpace: true, isDate: true };

  it('gets a wrong time from every function that returns the time, but only during the fault', async () => {
    const { sees } = aProcess('one');
    expect(await until(sees)).toEqual(sound);
    const { clock } = await faults.begin('one', { clockOffsetMs: -HOUR_MS });
    expect(Math.round((clock - Date.now()) / HOUR_MS)).toBe(-1);
    await until(() => sees()?.hours[0] === -1);
    expect(sees()).toEqual({ ...sound, hours: [-1, -1, -1] });
    await faults.end('one');
    await until(() => sees()?.hours[0] === 0);
    expect(sees()).toEqual(sound);
  });

  it('sees a full disk, while a process without the fault sees free space', async () => {
    const [one, other] = [aProcess('full'), aProcess('other')];
    await until(() => one.sees() && other.sees());
    expect((await faults.begin('full', { isDiskFull: true })).free).toBe(0);
    await until(() => one.sees()?.hasSpace === false);
    expect(one.sees()).toEqual({ ...sound, hasSpace: false });
    expect(other.sees()).toEqual(sound);
  });

  it('still has its fault after a restart', async () => {
    const before = aProcess('again');
    await faults.begin('again', { clockOffsetMs: HOUR_MS });
    await before.stop();
    const after = aProcess('again');
    expect((await until(after.sees)).hours).toEqual([1, 1, 1]);
  });
});
