import { killEverywhere, type Report } from '@keyhaven/testing/crash/kill-everywhere';
import type { KillPoint } from '@keyhaven/testing/crash/kill-point';
import type { SabotageName } from '@keyhaven/testing/crash/sabotage-name';
import { prepareUnderFire } from '@keyhaven/testing/crash/service-under-fire';
import { bookingTarget } from './booking-target';
import { otherPaths } from './other-paths';
import { stayPaths } from './stay-paths';

/**
 * Runs a write path with a mechanism removed (the sabotage). Kills the process before each call whose name matches.
 * Returns all faults.
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

/** Each test removes a mechanism that keeps a guarantee. The checks must then report that the guarantee is broken. */
describe('the crash checks', () => {
  it('report a night that is sold twice when no unique index prevents it', async () => {
    const faults = await faultsUnder('night keys are not unique', 'booking without a key', /^update stays/);
    expect(faults).toContainEqual(expect.stringMatching(/^night \d+: .* is occupied by booking \d+ and booking \d+$/));
    expect(faults).toContainEqual(expect.stringMatching(/and the second 200/));
  }, 60_000);

  it('report a record that the database acknowledged and lost', async () => {
    const faults = await faultsUnder(
      'the store loses what it acknowledged',
      'creating a guest with an Idempotency-Key',
      /^update guests/,
    );
    // The event is published, whether the answer comes before or after the kill.
    expect(faults).toContainEqual(expect.stringMatching(/an event names guest \d+, which is not stored$/));
  }, 60_000);

  it('report a change without its event when the two are not one write', async () => {
    const faults = await faultsUnder(
      'the event is written after the change',
      'moving a booking to other nights',
      /^findAndModify stays/,
    );
    expect(faults).toContainEqual(
      expect.stringMatching(/^group first: booking \d+ is at version 2, its events have 1$/),
    );
  }, 60_000);

  it('report events that are lost when the outbox is emptied before the bus has them', async () => {
    const faults = await faultsUnder(
      'the outbox is emptied before the bus has the events',
      'booking with an Idempotency-Key',
      /^publish/,
    );
    expect(faults).toContainEqual(expect.stringMatching(/booking \d+ is at version 1, its events have none$/));
  }, 60_000);

  it('report that a repeated request got another answer when the first answer was not stored', async () => {
    const faults = await faultsUnder('answers are not kept', 'booking with an Idempotency-Key', /^publish/);
    expect(faults).toContainEqual(expect.stringMatching(/the first request was answered 200 .*, and the second 409/));
  }, 60_000);
});
