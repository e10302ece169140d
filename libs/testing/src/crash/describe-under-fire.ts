import { killEverywhere, type Report } from './kill-everywhere';
import { type Target, prepareUnderFire, type ServiceUnderFire } from './service-under-fire';
import { casesOf } from '../sample';
import { orderKillPoints, suiteSize } from './suite-size';
import type { WritePath } from './write-path';

/** The time limit for a run of all write paths (the writes to be tested) on a busy machine, in milliseconds. */
const TIMEOUT_MS = 1_800_000;
/**
 * The number of write paths in a sample. For each write path, the program that is killed is started
 * twice.
 */
const SAMPLED_PATHS = 8;

/**
 * Defines a suite that kills a service during its writes: at every call of every write, or in a
 * sample at one call of some writes.
 */
export function describeUnderFire(name: string, target: Target, allPaths: readonly WritePath[]): void {
  describe(name, () => {
    const size = suiteSize();
    const paths = casesOf(allPaths, SAMPLED_PATHS);
    let service: ServiceUnderFire;
    let report: Report;
    beforeAll(async () => {
      service = await prepareUnderFire(target);
      const pick = (path: string, calls: string[]) => orderKillPoints(size, path, calls.length);
      report = await killEverywhere(service, paths, pick, { isSample: !size.isWhole, end: size.end });
      process.stderr.write(
        `${name}: ${killsOf(report)} kills, ${report.leftOut} kill points skipped, ${report.unreached} not reached\n`,
      );
    }, TIMEOUT_MS);
    afterAll(() => service.stop());

    it.each(paths.map((path) => path.name))('keeps its guarantees when it is killed while %s', (path) => {
      const { kills, faults } = report.paths.get(path)!;
      expect(faults).toEqual([]);
      expect(kills).toBeGreaterThan(0);
    });

    it('is killed at more than 80% of the calls at which it should be killed', () => {
      expect(killsOf(report)).toBeGreaterThan(4 * report.unreached);
    });

    it('publishes exactly the stored versions to every consumer group in order, and books no night twice', () => {
      expect(report.violations).toEqual([]);
    });
  });
}

function killsOf({ paths }: Report): number {
  return [...paths.values()].reduce((sum, { kills }) => sum + kills, 0);
}
