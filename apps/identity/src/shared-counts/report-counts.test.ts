import { randomBytes, randomUUID } from 'node:crypto';
import type { ReportedCounts, TotalCounts } from '@keyhaven/contracts/identity/shared-counts';
import { anAccountId, type ServiceUnderTest } from '@keyhaven/testing/service-under-test';
import { startIdentityUnderTest } from '../testing/identity-under-test';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startIdentityUnderTest();
});
afterAll(() => service.stop());

const aKey = () => `requests ${randomUUID()}`;
const aProcess = () => randomBytes(8).toString('hex');
const send = (reported: ReportedCounts) => service.asOperator().post('/internal/counts', reported);
/** Sends a report, and returns the totals by key. */
const report = async (process: string, ...counts: ReportedCounts['counts']) => {
  const { status, body } = await send({ process, counts });
  expect(status).toBe(200);
  return new Map((body as TotalCounts).counts.map(({ key, ...total }) => [key, total]));
};
const WINDOW_MS = 60_000;
const count = (key: string, points: number, ms_left = WINDOW_MS) => ({ key, points, ms_left });

describe('the request counts that processes report to the identity service', () => {
  it('are added up over all processes, even if the processes report at the same time', async () => {
    const key = aKey();
    const processes = Array.from({ length: 8 }, aProcess);
    await Promise.all(processes.map((process, at) => report(process, count(key, at + 1))));
    const [first] = processes;
    expect((await report(first!, count(key, 1))).get(key)!.points).toBe(36);
  });

  it('replace the earlier report of the same process, so that a repeated report changes nothing', async () => {
    const [key, one, other] = [aKey(), aProcess(), aProcess()];
    for (const points of [5, 5, 8, 8]) await report(one, count(key, points));
    expect((await report(other, count(key, 2))).get(key)!.points).toBe(10);
  });

  it('begin a new time window after the previous window has ended', async () => {
    const [key, one, other] = [aKey(), aProcess(), aProcess()];
    await report(one, count(key, 5, 0));
    const { points, ms_left } = (await report(other, count(key, 2))).get(key)!;
    expect(points).toBe(2);
    expect(ms_left).toBeGreaterThan(0);
    expect(ms_left).toBeLessThanOrEqual(WINDOW_MS);
  });

  it('do not change the end of a time window that has begun', async () => {
    const [key, one, other] = [aKey(), aProcess(), aProcess()];
    await report(one, count(key, 5, 30_000));
    expect((await report(other, count(key, 2))).get(key)!.ms_left).toBeLessThanOrEqual(30_000);
  });

  it('have a time window by the clock of the database, even if the clock of the process is wrong', async () => {
    const [key, process] = [aKey(), aProcess()];
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => performance.timeOrigin + performance.now() + 50_000);
    try {
      const { ms_left } = (await report(process, count(key, 5))).get(key)!;
      expect(ms_left).toBeGreaterThan(WINDOW_MS - 20_000);
    } finally {
      clock.mockRestore();
    }
  });

  it('are kept separately for each key', async () => {
    const [a, b, process] = [aKey(), aKey(), aProcess()];
    const totals = await report(process, count(a, 3), count(b, 4));
    expect([totals.get(a)!.points, totals.get(b)!.points]).toEqual([3, 4]);
  });

  it('are refused with a 400 if they are invalid or exceed their limits', async () => {
    const process = aProcess();
    const statusOf = async (reported: ReportedCounts) => (await send(reported)).status;
    expect(await statusOf({ process, counts: [] })).toBe(400);
    expect(await statusOf({ process: 'gateway.1', counts: [count(aKey(), 1)] })).toBe(400);
    expect(await statusOf({ process, counts: [count('x'.repeat(101), 1)] })).toBe(400);
    expect(await statusOf({ process, counts: [count(aKey(), -1)] })).toBe(400);
    expect(await statusOf({ process, counts: [count(aKey(), 1, 3_600_001)] })).toBe(400);
    expect(await statusOf({ process, counts: Array.from({ length: 501 }, () => count(aKey(), 1)) })).toBe(400);
  });

  it('are accepted only from services', async () => {
    const reported = { process: aProcess(), counts: [count(aKey(), 1)] };
    expect((await service.asAccount(anAccountId()).post('/internal/counts', reported)).status).toBe(401);
    expect((await service.asNobody().post('/internal/counts', reported)).status).toBe(401);
  });
});
