import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { processLives } from '@keyhaven/testing/process-lives';
import { until } from '@keyhaven/testing/until';

const root = path.resolve(__dirname, '../..');
const platform = path.join(__dirname, 'testing/platform-for-tests.ts');

let folder: string;
let parent: ChildProcess;
beforeAll(() => {
  execFileSync(process.execPath, [path.join(root, 'tools/build/bundle.mjs'), 'embedded-mongo'], { cwd: root });
});
beforeEach(async () => (folder = await mkdtemp(path.join(os.tmpdir(), 'keyhaven-processes-'))));
afterEach(async () => {
  parent.kill('SIGKILL');
  for (const pid of await services()) if (processLives(pid)) process.kill(pid, 'SIGKILL');
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

interface Platform {
  printed: () => string;
  ready: () => Promise<unknown>;
  /** Resolves with the exit code of the platform, or with the signal that ended it. */
  ended: Promise<unknown>;
}

/** Starts a platform in the folder. It has one service for each of the behaviours (see service-for-tests.mjs). */
function launch(...behaviours: string[]): Platform {
  const started = spawn(process.execPath, ['--require', 'tsx/cjs', platform], {
    cwd: root,
    env: { ...process.env, KEYHAVEN_DATA: folder, BEHAVIOURS: behaviours.join(',') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  parent = started;
  let printed = '';
  started.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  return {
    printed: () => printed,
    ready: () =>
      until(() => {
        if (started.exitCode !== null) throw new Error(`the platform did not start: ${printed}`);
        return printed.includes('all are ready');
      }),
    ended: once(started, 'exit').then(([code, signal]) => (code as number | null) ?? (signal as string)),
  };
}

/** The contents of the services' record files, in the order in which the services started. */
async function records(): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.record')).sort();
  return Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
}

/** The ids of all processes that ran, by service, and within a service in the order of their starts. */
const services = async () =>
  (await records()).flatMap((record) => [...record.matchAll(/runs as (\d+)/g)].map(([, pid]) => Number(pid)));

/**
 * Waits until no service runs. Then starts a new platform on the folder, which fails if the old database still runs.
 */
async function nothingLives(): Promise<void> {
  const pids = await services();
  expect(pids).not.toEqual([]);
  await until(() => !pids.some(processLives));
  await Promise.all((await records()).map((_record, index) => rm(path.join(folder, `${index}.record`))));
  await launch('orderly').ready();
}

describe('the processes of a platform', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('shut down cleanly on %s', async (signal) => {
    const { ready, ended } = launch('orderly', 'orderly');
    await ready();
    parent.kill(signal);
    expect(await ended).toBe(0);
    expect(await records()).toEqual(Array(2).fill(expect.stringContaining('received SIGTERM')));
    await nothingLives();
  });

  it('shut down cleanly when the terminal was closed', async () => {
    const { ready, ended } = launch('orderly', 'orderly');
    await ready();
    parent.stdout!.destroy();
    parent.kill('SIGHUP');
    expect(await ended).toBe(0);
    expect(await records()).toEqual(Array(2).fill(expect.stringContaining('received SIGTERM')));
    await nothingLives();
  });

  it('are killed when the parent process is killed', async () => {
    const { ready, ended } = launch('orderly', 'deaf');
    await ready();
    parent.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');
    await nothingLives();
  });

  it('are killed on the second signal if one of them ignores the first', async () => {
    const { ready, ended } = launch('orderly', 'deaf');
    await ready();
    parent.kill('SIGINT');
    await until(async () => (await records())[1]!.includes('received SIGTERM'));
    parent.kill('SIGINT');
    expect(await ended).toBe(1);
    await nothingLives();
  });

  it('stop on a signal while one of them is starting, and no more processes are started', async () => {
    const { ended } = launch('orderly', 'never ready', 'orderly');
    await until(async () => (await records()).length === 2);
    parent.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect((await records())[0]).toContain('received SIGTERM');
    expect(await records()).toHaveLength(2);
    await nothingLives();
  });

  it('are restarted after a kill, while the others keep running', async () => {
    const { ready, printed, ended } = launch('orderly', 'orderly');
    await ready();
    const [other, killed] = await services();
    for (const times of [2, 3]) {
      process.kill((await services()).at(-1)!, 'SIGKILL');
      await until(async () => (await records())[1]!.split('runs as').length === times + 1, 20_000);
      // Wait until the process is ready before it is killed again, because otherwise it does not print "runs again".
      await until(() => printed().split('service-1 runs again').length === times, 20_000);
    }
    expect(printed()).toContain('service-1 ended with a signal and is started again');
    expect(processLives(killed!)).toBe(false);
    expect(processLives(other!)).toBe(true);
    parent.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(await records()).toEqual(Array(2).fill(expect.stringContaining('received SIGTERM')));
    await nothingLives();
  }, 60_000);

  it('are stopped if one of them ends before it is ready, and the parent prints the name of this process', async () => {
    const { printed, ended } = launch('orderly', 'never ready');
    await until(async () => (await services()).length === 2);
    process.kill((await services())[1]!, 'SIGKILL');
    expect(await ended).toBe(1);
    expect(printed()).toContain('service-1 ended');
    await nothingLives();
  });
});
