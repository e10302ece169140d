import type { CheckResult } from '../checks/run-checks';
import type { Failure } from '../observed/failure';
import { reportLines } from './report-lines';
import { Tally } from '../observed/tally';

const kill = (recoveredAfter: number | undefined): Failure => ({
  kind: 'kill -9',
  victim: 'booking-1',
  evidence: 'process 1 ended',
  recoveredAfter,
});
const report = (failures: Failure[], results: CheckResult[]) =>
  reportLines({
    seed: 5,
    observed: { acknowledged: [], received: [], logged: [], failures },
    phases: new Tally().phases,
    ended: ['webhook-1', 'webhook-1'],
    settledAfter: 1,
    results,
  });
const sound: CheckResult = { name: 'nothing is lost', violations: [] };

describe('the report of a failure test', () => {
  it('ends with the number of checks that passed and failed', () => {
    const lines = report([], [sound, { name: 'nothing is sold twice', violations: ['a night'] }]);
    expect(lines.slice(-4)).toEqual(['FAILED  nothing is sold twice', '        a night', '', '1 passed, 1 failed']);
    expect(lines).toContain('ok      nothing is lost');
  });

  it('states the seed and the processes that ended although the test did not kill them', () => {
    const lines = report([], [sound]);
    expect(lines).toContain('Seed 5; repeat with --seed 5.');
    expect(lines).toContain('Processes that ended by themselves and were started again: webhook-1 (2).');
  });

  it('shows the median and the longest recovery time, or `never` if a process did not recover in time', () => {
    const rowOf = (failures: Failure[]) => report(failures, []).find((line) => line.startsWith('booking-1'));
    expect(rowOf([kill(3), kill(1), kill(2)])).toMatch(/kill -9 +3 +2\.0 s +3\.0 s/);
    expect(rowOf([kill(3), kill(undefined)])).toMatch(/kill -9 +2 +3\.0 s +never/);
  });
});
