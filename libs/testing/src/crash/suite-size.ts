import { createHash } from 'node:crypto';
import { sampleSeed } from '../sample';
import type { KillPoint } from './kill-point';

/**
 * The size of a run of the crash tests: all kill points (calls at which a service is killed), or one
 * kill point of each write path, selected by a seed.
 */
export interface SuiteSize {
  isWhole: boolean;
  seed: number;
  /**
   * When to stop killing, as a value of Date.now(). Infinity means that every kill point is tried.
   */
  end: number;
}

/**
 * `npm run test:crash` tries all kill points; `KEYHAVEN_CRASH_MINUTES` limits the time for which
 * each suite kills. Other runs try a sample and print its seed. Set `KEYHAVEN_SEED` to repeat a
 * sample.
 */
export function suiteSize(): SuiteSize {
  const isWhole = process.env.KEYHAVEN_TIER === 'crash';
  const seed = sampleSeed();
  const minutes = Number(process.env.KEYHAVEN_CRASH_MINUTES ?? 0);
  const isBounded = isWhole && minutes > 0;
  return { isWhole, seed, end: isBounded ? Date.now() + minutes * 60_000 : Infinity };
}

/**
 * Yields kill points until the time of the suite is up, but at least the first one. In a sample,
 * yields only the first one.
 */
export function* inTime({ isWhole, end }: SuiteSize, points: readonly KillPoint[]): Generator<KillPoint> {
  for (const [index, point] of points.entries()) {
    if (index > 0 && !isWhole) return;
    if (index > 0 && Date.now() > end) {
      process.stderr.write(`crash tests: ${points.length - index} kill points skipped\n`);
      return;
    }
    yield point;
  }
}

/**
 * Lists all kill points of a write path, before and after every call, in an order derived from the
 * seed.
 */
export function orderKillPoints({ seed }: SuiteSize, path: string, calls: number): KillPoint[] {
  const all = Array.from({ length: calls }, (_, index) => index + 1).flatMap((call): KillPoint[] => [
    { side: 'before', call },
    { side: 'after', call },
  ]);
  const rank = ({ side, call }: KillPoint) =>
    createHash('sha256').update(`${seed} ${path} ${side} ${call}`).digest('hex');
  return all.sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}
