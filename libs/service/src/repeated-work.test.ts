import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from './observability/logger';
import { repeatedWork } from './repeated-work';

const logger = createLogger('tests', 'silent');
const failure = 'it was not done';

describe('repeated work', () => {
  it('runs again after a pause, and two runs never overlap', async () => {
    let [underWay, most, times] = [0, 0, 0];
    const worker = repeatedWork({
      ...{ pauseMs: 1, logger, failure },
      work: async () => {
        most = Math.max(most, ++underWay);
        await sleep(5);
        underWay--;
        times++;
      },
    });
    worker.start();
    while (times < 5) await sleep(1);
    await worker.stop(1000);
    expect(most).toBe(1);
  });

  it('passes the error of each failed run to noteFailure', async () => {
    const noted: unknown[] = [];
    const full = new Error('the disk is full');
    const work = () => Promise.reject(full);
    const worker = repeatedWork({ ...{ pauseMs: 1, logger: { ...logger, warn: jest.fn() }, failure }, work });
    worker.start((error) => noted.push(error));
    while (noted.length < 2) await sleep(1);
    await worker.stop(1000);
    expect(noted.every((error) => error === full)).toBe(true);
  });

  it('continues after a failure and logs it', async () => {
    const warn = jest.fn();
    let times = 0;
    const worker = repeatedWork({
      ...{ pauseMs: 1, firstAfterMs: 0, logger: { ...logger, warn }, failure },
      work: async () => {
        if (++times < 3) throw new Error(`refused ${times}`);
      },
    });
    worker.start();
    while (times < 3) await sleep(1);
    await worker.stop(1000);
    expect(warn.mock.calls).toEqual([
      [{ err: new Error('refused 1') }, failure],
      [{ err: new Error('refused 2') }, failure],
    ]);
  });

  it('ends early when the worker is stopped, and does not run again', async () => {
    let hasBegun = false;
    const seen: boolean[] = [];
    const worker = repeatedWork({
      ...{ pauseMs: 0, logger, failure },
      work: async (isStopping) => {
        hasBegun = true;
        while (!isStopping()) await sleep(1);
        seen.push(isStopping());
      },
    });
    worker.start();
    while (!hasBegun) await sleep(1);
    await worker.stop(1000);
    expect(seen).toEqual([true]);
    await sleep(10);
    expect(seen).toEqual([true]);
  });

  it('delays the stop of the service for no longer than the given time', async () => {
    let hasBegun = false;
    const worker = repeatedWork({
      ...{ pauseMs: 0, logger, failure },
      work: () => {
        hasBegun = true;
        return new Promise(() => {});
      },
    });
    worker.start();
    while (!hasBegun) await sleep(1);
    await expect(worker.stop(1)).resolves.toBeUndefined();
  });
});
