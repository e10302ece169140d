import { killEverywhere, type Report } from '@keyhaven/testing/crash/kill-everywhere';
import type { KillPoint } from '@keyhaven/testing/crash/kill-point';
import type { SabotageName } from '@keyhaven/testing/crash/sabotage-name';
import { prepareUnderFire } from '@keyhaven/testing/crash/service-under-fire';
import { bookingTarget } from './booking-target';
import { otherPaths } from './other-paths';
import { stayPaths } from './stay-paths';

/**
 * Runs a write path under a sabotage, kills the process before each call whose name matches, and returns all faults.
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

/** Each test removes what keeps a guarantee; the crash checks must then report that it is broken. */
describe('the crash checks report a broken guarantee', () => {
  it('when no unique index keeps a night from being sold twice', async () => {
    const faults = await faultsUnder('night keys are not unique', 'booking without a key', /^update stays/);
    expect(faults).toContainEqual(expect.stringMatching(/^night \d+: .* is held by booking \d+ and booking \d+$/));
    expect(faults).toContainEqual(expect.stringMatching(/and asked again 200/));
  }, 60_000);

  it('when the store loses what it acknowledged', async () => {
    const faults = await faultsUnder(
      'the store loses what it acknowledged',
      'making a guest with an Idempotency-Key',
      /^update guests/,
    );
    // The answer may come before or after the kill; the event is published in both cases.
    expect(faults).toContainEqual(expect.stringMatching(/an event names guest \d+, which is not stored$/));
  }, 60_000);

  it('when the event is not written together with the change', async () => {
    const faults = await faultsUnder(
      'the event is written after the change',
      'moving a booking to other nights',
      /^findAndModify stays/,
    );
    expect(faults).toContainEqual(
      expect.stringMatching(/^group first: booking \d+ is at version 2, its events have 1$/),
    );
  }, 60_000);

  it('when the outbox is emptied before the bus has the events', async () => {
    const faults = await faultsUnder(
      'the outbox is emptied before the bus has the events',
      'booking with an Idempotency-Key',
      /^publish/,
    );
    expect(faults).toContainEqual(expect.stringMatching(/booking \d+ is at version 1, its events have none$/));
  }, 60_000);

  it('when the answer of a request with an Idempotency-Key is not stored', async () => {
    const faults = await faultsUnder('answers are not kept', 'booking with an Idempotency-Key', /^publish/);
    expect(faults).toContainEqual(expect.stringMatching(/it was answered 200 .*, and asked again 409/));
  }, 60_000);
});
