/**
 * Counts the calls of a process to the database, the bus and other services, and kills the process
 * at one of them.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type KillPoint, parseKillPoint } from '../kill-point';

/** Counts the calls that are made for one request, or for the start of the process. */
class Counter {
  private made = 0;

  constructor(private readonly point: KillPoint | undefined) {}

  async count<Answer>(name: string, call: () => Promise<Answer>): Promise<Answer> {
    const number = ++this.made;
    say(`call ${number} ${name}`);
    if (this.isAt('before', number)) die();
    try {
      return await call();
    } finally {
      if (this.isAt('after', number)) die();
      say(`answered ${number}`);
    }
  }

  private isAt(side: KillPoint['side'], number: number): boolean {
    return this.point?.side === side && this.point.call === number;
  }
}

const counters = new AsyncLocalStorage<Counter>();
/**
 * Counts the calls of the process that are not made for a counted request. Used only if the
 * environment sets a kill point.
 */
const ofProcess = process.env.KILL_AT === undefined ? undefined : new Counter(parseKillPoint(process.env.KILL_AT));

/** The number of pending calls of the process, and the time when the latest call was made or answered. */
const activity = { open: 0, latestMs: 0 };

/**
 * Makes a call, and counts it if there is a counter for the request or for the process. Calls for a
 * request are counted even if they are made after the response.
 */
export async function countedCall<Answer>(name: string, call: () => Promise<Answer>): Promise<Answer> {
  const counter = counters.getStore() ?? ofProcess;
  activity.open++;
  activity.latestMs = performance.now();
  try {
    return await (counter ? counter.count(name, call) : call());
  } finally {
    activity.open--;
    activity.latestMs = performance.now();
  }
}

/**
 * Waits until the process has made no call for `quietMs` milliseconds, but for at most `atMostMs`
 * milliseconds.
 */
export async function untilQuiet(quietMs: number, atMostMs: number): Promise<void> {
  const end = performance.now() + atMostMs;
  const isQuiet = () => activity.open === 0 && performance.now() - activity.latestMs >= quietMs;
  while (!isQuiet() && performance.now() < end) await sleep(10);
}

/**
 * Runs the given work, and counts its calls from 1. Also counts the calls of all further work that
 * the given work starts.
 */
export function countingFrom<Answer>(killAt: string, work: () => Answer): Answer {
  return counters.run(new Counter(parseKillPoint(killAt)), work);
}

/**
 * Writes a line to standard output. A pipe is written synchronously, so the line arrives even if
 * the process is killed immediately afterwards.
 */
function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Ends the process as a power cut would: no handler runs, and nothing is flushed. */
function die(): void {
  process.kill(process.pid, 'SIGKILL');
}
