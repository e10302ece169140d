import { FailedAttempts } from './failed-attempts';

describe('checks of unknown credentials from an address with too many bad ones', () => {
  it('run one at a time, and are refused when fifty already wait', async () => {
    const failures = new FailedAttempts(1, 1, Date.now);
    const checks = await Promise.allSettled(Array.from({ length: 60 }, () => failures.waitForCheck('192.0.2.1')));
    const refused = checks.filter((check) => check.status === 'rejected');
    expect(refused.length).toBe(10);
    expect(refused[0]!.reason).toMatchObject({ code: 'too_many_requests', headers: { 'Retry-After': '1' } });
    await failures.waitForCheck('192.0.2.1');
  });
});
