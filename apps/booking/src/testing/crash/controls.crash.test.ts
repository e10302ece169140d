import { killEverywhere, type Report } from '@keyhaven/testing/crash/kill-everywhere';
import type { KillPoint } from '@keyhaven/testing/crash/kill-point';
import type { SabotageName } from '@keyhaven/testing/crash/sabotage-name';
import { prepareUnderFire } from '@keyhaven/testing/crash/service-under-fire';
import { bookingTarget } from './booking-target';
import { otherPaths } from './other-paths';
import { stayPaths } from './stay-paths';

/**
 * Runs a write path while one mechanism is disabled (the sabotage). Kills the process before each call whose name
 * matches `killedBefore`. Returns all faults that the checks report.
 */
async function faultsUnder(sabotage: SabotageName, pathName: string, killedBefore: RegExp): Promise<string[]> {
  const paths = [...stayPaths, ...otherPaths].filter(({ name }) => name === pathName);
  const pick = (_path: string, calls: string[]): KillPoint[] =>
    calls.flatMap((name, index) => (killedBefore.test(name) ? [{ side: 'before' as const, call: index + 1 }] : []));
  const service = await prepareUnderFire(bookingTarget, { sabotage });
  try {
    const report: Report = await killEverywhere(service, paths, pick);
    return [...[...report.paths.values()].flatMap(({ faults }) => faults), ...report.violations];
  } finally {
    await service.stop();
  }
}

/**
 * Each test disables a mechanism on which a guarantee depends. The checks must then report that the
 * guarantee is broken.
 */
describe('the crash checks', () => {
  it('report a night that is booked twice when no unique index prevents it', async () => {
    const faults = await faultsUnder('night keys are not unique', 'booking without a key', /^update stays/);
    expect(faults).toContainEqual(expect.stringMatching(/^night \d+: .* is occupied by booking \d+ and booking \d+$/));
    expect(faults).toContainEqual(expect.stringMatching(/and the second 200/));
  }, 60_000);

  it('report a record that the database has acknowledged and then lost', async () => {
    const faults = await faultsUnder(
      'the store loses what it acknowledged',
      'creating a guest with an Idempotency-Key',
      /^update guests/,
    );
    // The event of the lost guest is published even if the process is killed before the response. So the checks see
    // that the guest is missing.
    expect(faults).toContainEqual(expect.stringMatching(/an event names guest \d+, which is not stored$/));
  }, 60_000);

  it('report a change without an event when change and event are stored in two writes', async () => {
    const faults = await faultsUnder(
      'the event is written after the change',
      'moving a booking to other nights',
      /^findAndModify stays/,
    );
    expect(faults).toContainEqual(
      expect.stringMatching(/^group first: booking \d+ is at version 2, its events have 1$/),
    );
  }, 60_000);

  it('report lost events when the outbox is emptied before the bus has received them', async () => {
    const faults = await faultsUnder(
      'the outbox is emptied before the bus has the events',
      'booking with an Idempotency-Key',
      /^publish/,
    );
    expect(faults).toContainEqual(expect.stringMatching(/booking \d+ is at version 1, its events have none$/));
  }, 60_000);

  it('report a repeated request that gets a different response because the first response was not stored', async () => {
    const faults = await faultsUnder('answers are not kept', 'booking with an Idempotency-Key', /^publish/);
    expect(faults).toContainEqual(expect.stringMatching(/the first request was answered 200 .*, and the second 409/));
  }, 60_000);
});
