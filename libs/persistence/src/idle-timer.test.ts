import { type Found, IdleTimer, LONG_PAUSE_MS } from './idle-timer';

const HOUR_MS = 3600_000;
let timers: IdleTimer[] = [];

beforeEach(() => jest.useFakeTimers());
afterEach(async () => {
  await Promise.all(timers.map((timer) => timer.stop()));
  timers = [];
  jest.useRealTimers();
});

/**
 * Starts a timer with a pause of one second. `ranAt` lists the times of the runs, in seconds since
 * the start of the timer.
 */
function started(found: () => Found, longPauseMs?: number) {
  const began = Date.now();
  const ranAt: number[] = [];
  const run = () => {
    ranAt.push((Date.now() - began) / 1000);
    return Promise.resolve(found());
  };
  const timer = new IdleTimer({ run, pauseMs: 1000, firstAfterMs: 0, longPauseMs });
  timers.push(timer);
  timer.start();
  return { timer, ranAt };
}

const pausesOf = (ranAt: number[]) => ranAt.slice(1).map((at, index) => at - ranAt[index]!);

describe('IdleTimer', () => {
  it('keeps the pauses short while runs find work', async () => {
    const { ranAt } = started(() => ({ isBusy: true }));
    await jest.advanceTimersByTimeAsync(300_000);
    expect(new Set(pausesOf(ranAt))).toEqual(new Set([1]));
  });

  it.each([
    ['of the default length', undefined, LONG_PAUSE_MS],
    ['of a given length', 300_000, 300_000],
  ])('makes long pauses %s after 30 seconds in which runs find no work', async (_pause, longPauseMs, expected) => {
    const { ranAt } = started(() => ({ isBusy: false }), longPauseMs);
    await jest.advanceTimersByTimeAsync(HOUR_MS);
    const pauses = pausesOf(ranAt);
    expect(pauses.slice(0, 31)).toEqual(Array(31).fill(1));
    expect(new Set(pauses.slice(31))).toEqual(new Set([expected / 1000]));
  });

  it('runs soon after wake(), and then keeps the pauses short for some time', async () => {
    const { timer, ranAt } = started(() => ({ isBusy: false }));
    await jest.advanceTimersByTimeAsync(HOUR_MS);
    ranAt.length = 0;
    timer.wake();
    await jest.advanceTimersByTimeAsync(20_000);
    expect(ranAt).toHaveLength(20);
  });

  it('runs when the next work is due, even if the current pause would be longer', async () => {
    const due = Date.now() + HOUR_MS + 12_000;
    const { ranAt } = started(() => ({ isBusy: false, nextUtc: new Date(due) }));
    await jest.advanceTimersByTimeAsync(HOUR_MS + 12_000);
    expect(ranAt.at(-1)).toBe(3612);
  });

  it('does not run after stop(), even if wake() is called', async () => {
    const { timer, ranAt } = started(() => ({ isBusy: false }));
    await jest.advanceTimersByTimeAsync(HOUR_MS);
    await timer.stop();
    const runs = ranAt.length;
    timer.wake();
    await jest.advanceTimersByTimeAsync(HOUR_MS);
    expect(ranAt).toHaveLength(runs);
  });
});
