import { SharedCounts } from '@keyhaven/service/limits/shared-counts';
import { createLogger } from '@keyhaven/service/observability/logger';
import { FailedAttempts } from './failed-attempts';

const counts = () => new SharedCounts({ windowMs: 60_000, logger: createLogger('gateway', 'silent') });

describe('FailedAttempts', () => {
  it('lets at most fifty checks for the same address wait, and refuses further checks until one has run', async () => {
    const failures = new FailedAttempts(counts(), 1, 1, Date.now);
    const checks = await Promise.allSettled(Array.from({ length: 60 }, () => failures.waitForCheck('192.0.2.1')));
    const refused = checks.filter((check) => check.status === 'rejected');
    expect(refused.length).toBe(10);
    expect(refused[0]!.reason).toMatchObject({ code: 'too_many_requests', headers: { 'Retry-After': '1' } });
    await failures.waitForCheck('192.0.2.1');
  });

  it('counts the addresses of one IPv6 network together', () => {
    const failures = new FailedAttempts(counts(), 1, 1, Date.now);
    for (let at = 1; at <= 2; at++) failures.count(`2001:db8::${at}`, `key ${at}`);
    expect(failures.secondsToWait('2001:db8::3')).toBeGreaterThan(0);
    expect(failures.secondsToWait('2001:db8:0:1::1')).toBeUndefined();
  });
});
