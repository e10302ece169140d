/** Counts a process's calls to store, bus and other services, and kills the process at one of these calls. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type KillPoint, parseKillPoint } from '../kill-point';

/** The calls with one cause: a request, or the start of the process. */
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
/** Counts every call of the process that is not caused by a counted request, if the environment says so. */
const ofProcess = process.env.KILL_AT === undefined ? undefined : new Counter(parseKillPoint(process.env.KILL_AT));

/** The number of pending calls of the process, and when the latest call was made or answered. */
const activity = { open: 0, latestMs: 0 };

/**
 * Makes a call, which counts if its cause is counted. Work that a request starts and that continues after its answer
 * counts too.
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

/** Waits until the process has made no call for a while, or until the time is up. */
export async function untilQuiet(quietMs: number, atMostMs: number): Promise<void> {
  const end = performance.now() + atMostMs;
  const isQuiet = () => activity.open === 0 && performance.now() - activity.latestMs >= quietMs;
  while (!isQuiet() && performance.now() < end) await sleep(10);
}

/** Runs work whose calls, including those of all work that it starts, are counted from 1. */
export function countingFrom<Answer>(killAt: string, work: () => Answer): Answer {
  return counters.run(new Counter(parseKillPoint(killAt)), work);
}

/** Written to a pipe synchronously, so that it arrives even if the process is killed next. */
function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Ends the process like a power cut: no handler runs, nothing is flushed. */
function die(): void {
  process.kill(process.pid, 'SIGKILL');
}
