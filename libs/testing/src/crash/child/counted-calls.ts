/** Counts what a process asks of store, bus and others, and ends the process at one of these calls. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type KillPoint, parseKillPoint } from '../kill-point';

/** The calls that follow from one cause: a request, or the start of the process. */
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
/** Counts every call of the process that follows from no counted request, if the environment asks for it. */
const ofProcess = process.env.KILL_AT === undefined ? undefined : new Counter(parseKillPoint(process.env.KILL_AT));

/** The calls of the process that are not answered, and when the latest one was made or answered. */
const activity = { open: 0, latestMs: 0 };

/** Makes a call that is counted if its cause is: what a request sets going after its answer is caused by it as well. */
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

/** Waits until the process has made no call for a while, or for as long as it may take. */
export async function untilQuiet(quietMs: number, atMostMs: number): Promise<void> {
  const end = performance.now() + atMostMs;
  const isQuiet = () => activity.open === 0 && performance.now() - activity.latestMs >= quietMs;
  while (!isQuiet() && performance.now() < end) await sleep(10);
}

/** Does something whose calls, and those of all that it sets going, are counted from 1 on. */
export function countingFrom<Answer>(killAt: string, work: () => Answer): Answer {
  return counters.run(new Counter(parseKillPoint(killAt)), work);
}

/** Written to a pipe at once, so that it is known even of a process that is killed next. */
function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Ends the process as a power cut would: no handler runs, nothing is flushed. */
function die(): void {
  process.kill(process.pid, 'SIGKILL');
}
