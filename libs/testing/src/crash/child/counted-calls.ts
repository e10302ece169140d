/** Counts a process's calls to the store, the bus and other services, and kills the process at one of them. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type KillPoint, parseKillPoint } from '../kill-point';

/** Counts the calls that one request, or the start of the process, makes. */
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
/** Counts the calls of the process that no counted request causes, if the environment sets a kill point. */
const ofProcess = process.env.KILL_AT === undefined ? undefined : new Counter(parseKillPoint(process.env.KILL_AT));

/** The number of pending calls of the process, and the time when the latest call was made or answered. */
const activity = { open: 0, latestMs: 0 };

/**
 * Makes a call, which is counted if its cause is counted. Work that a request starts is counted even if it continues
 * after the answer.
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

/** Waits until the process has made no call for `quietMs`, but for at most `atMostMs`. */
export async function untilQuiet(quietMs: number, atMostMs: number): Promise<void> {
  const end = performance.now() + atMostMs;
  const isQuiet = () => activity.open === 0 && performance.now() - activity.latestMs >= quietMs;
  while (!isQuiet() && performance.now() < end) await sleep(10);
}

/** Runs work and counts its calls from 1, including those of all work that it starts. */
export function countingFrom<Answer>(killAt: string, work: () => Answer): Answer {
  return counters.run(new Counter(parseKillPoint(killAt)), work);
}

/** Writes synchronously to a pipe, so that the line arrives even if the process is killed next. */
function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Ends the process like a power cut: no handler runs, and nothing is flushed. */
function die(): void {
  process.kill(process.pid, 'SIGKILL');
}
