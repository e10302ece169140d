import type { ReportedCounts, TotalCounts } from '@keyhaven/contracts/identity/shared-counts';
import { until } from '@keyhaven/testing/until';
import { createLogger } from '../observability/logger';
import { SharedCounts } from './shared-counts';

const WINDOW_MS = 60_000;

/** A stub of the store, for one time window. It adds up the latest reports of all processes. */
class StubStore {
  readonly reports: ReportedCounts[] = [];
  isAway = false;
  private readonly points = new Map<string, Map<string, number>>();

  report = async (reported: ReportedCounts): Promise<TotalCounts> => {
    this.reports.push(reported);
    if (this.isAway) throw new Error('the store is away');
    return {
      counts: reported.counts.map(({ key, points, ms_left }) => {
        const ofKey = this.points.get(key) ?? new Map<string, number>();
        this.points.set(key, ofKey.set(reported.process, points));
        return { key, points: [...ofKey.values()].reduce((sum, each) => sum + each, 0), ms_left };
      }),
    };
  };
}

describe('SharedCounts', () => {
  const started: SharedCounts[] = [];
  const clock = { now: 1_000_000 };
  const process = (report?: StubStore['report']) => {
    const counts = new SharedCounts({
      windowMs: WINDOW_MS,
      report,
      logger: createLogger('test', 'silent'),
      now: () => clock.now,
    });
    started.push(counts);
    return counts;
  };
  afterEach(() => Promise.all(started.splice(0).map((counts) => counts.stop())));

  it('counts immediately, and starts again from 0 after the time window', () => {
    const counts = process();
    expect([counts.add('a', 10), counts.add('a', 10, 2), counts.add('b', 10)]).toEqual([
      { points: 1, msLeft: WINDOW_MS },
      { points: 3, msLeft: WINDOW_MS },
      { points: 1, msLeft: WINDOW_MS },
    ]);
    clock.now += WINDOW_MS - 1;
    expect(counts.get('a')).toEqual({ points: 3, msLeft: 1 });
    clock.now += 1;
    expect(counts.get('a')).toBeUndefined();
    expect(counts.add('a', 10)).toEqual({ points: 1, msLeft: WINDOW_MS });
  });

  it('includes what other processes have counted', async () => {
    const store = new StubStore();
    const [one, other] = [process(store.report), process(store.report)];
    one.add('a', 10, 4);
    await until(() => store.reports.length === 1);
    other.add('a', 10, 3);
    await until(() => other.get('a')?.points === 7);
    one.add('a', 10);
    await until(() => one.get('a')?.points === 8);
  });

  it('ends a time window when the time that the store returned has passed', async () => {
    const counts = process(async ({ counts: [count] }) => ({ counts: [{ key: count!.key, points: 5, ms_left: 700 }] }));
    counts.add('a', 10);
    await until(() => counts.get('a')?.msLeft === 700);
    clock.now += 700;
    expect(counts.get('a')).toBeUndefined();
  });

  it('keeps points that are counted while a report is being sent', async () => {
    let answer = () => {};
    const counts = process(async ({ counts: [count] }) => {
      await new Promise<void>((resolve) => (answer = resolve));
      return { counts: [{ key: count!.key, points: count!.points + 100, ms_left: WINDOW_MS }] };
    });
    counts.add('a', 10, 2);
    const first = answer;
    await until(() => answer !== first);
    counts.add('a', 10, 3);
    answer();
    await until(() => counts.get('a')?.points === 105);
  });

  it('reports many keys in batches, and each change only once', async () => {
    const store = new StubStore();
    const counts = process(store.report);
    for (let key = 0; key < 1200; key++) counts.add(`key ${key}`, 1000);
    const reported = () => store.reports.flatMap((report) => report.counts.map(({ key }) => key));
    await until(() => reported().length >= 1200);
    expect(new Set(reported()).size).toBe(1200);
    expect(store.reports.map((report) => report.counts.length)).toEqual([500, 500, 200]);
  });

  it('sends no more reports for a key whose reported count exceeds the limit', async () => {
    const store = new StubStore();
    const counts = process(store.report);
    counts.add('a', 10, 11);
    await until(() => store.reports.length === 1);
    counts.add('a', 10);
    counts.add('b', 10);
    await until(() => store.reports.length === 2);
    expect(store.reports[1]!.counts.map(({ key }) => key)).toEqual(['b']);
  });

  it('continues to count in its own process while reports fail, and reports everything later', async () => {
    const store = new StubStore();
    store.isAway = true;
    const counts = process(store.report);
    counts.add('a', 10, 2);
    await until(() => store.reports.length === 1);
    expect(counts.add('a', 10)).toEqual({ points: 3, msLeft: WINDOW_MS });
    store.isAway = false;
    await until(() => store.reports.length >= 2);
    expect(store.reports.at(-1)!.counts).toEqual([{ key: 'a', points: 3, ms_left: WINDOW_MS }]);
  });

  it('reports new changes even if the previous change was dropped because its window ended', async () => {
    const store = new StubStore();
    const counts = process(store.report);
    counts.add('a', 10, 2);
    await until(() => store.reports.length === 1);
    jest.useFakeTimers({ doNotFake: ['performance'] });
    try {
      counts.add('a', 10);
      clock.now += WINDOW_MS;
      jest.runOnlyPendingTimers();
    } finally {
      jest.useRealTimers();
    }
    counts.add('b', 10);
    await until(() => store.reports.length === 2);
    expect(store.reports[1]!.counts.map(({ key }) => key)).toEqual(['b']);
  });
});
