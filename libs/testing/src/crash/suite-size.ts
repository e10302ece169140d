import { createHash } from 'node:crypto';
import { sampleSeed } from '../sample';
import type { KillPoint } from './kill-point';

/** The size of a run of the crash tests: all kill points, or a few of each path, chosen by a seed. */
export interface SuiteSize {
  isWhole: boolean;
  seed: number;
  /** When to stop killing, as a Date.now() value. Infinity runs every kill point. */
  end: number;
}

/** The number of kill points of each path in a sample. Each costs a start of the killed program. */
const SAMPLED_POINTS = 1;

/**
 * `npm run test:crash` runs everything, and `KEYHAVEN_CRASH_MINUTES` limits how long each suite kills. Other runs take
 * a sample and print its seed, and `KEYHAVEN_SEED` repeats the sample.
 */
export function suiteSize(): SuiteSize {
  const isWhole = process.env.KEYHAVEN_TIER === 'crash';
  const seed = sampleSeed();
  const minutes = Number(process.env.KEYHAVEN_CRASH_MINUTES ?? 0);
  const isBounded = isWhole && minutes > 0;
  return { isWhole, seed, end: isBounded ? Date.now() + minutes * 60_000 : Infinity };
}

/** Yields kill points until the time of the suite is up, but always the first one. */
export function* inTime({ end }: SuiteSize, points: readonly KillPoint[]): Generator<KillPoint> {
  for (const [index, point] of points.entries()) {
    if (index > 0 && Date.now() > end) {
      process.stderr.write(`crash tests: ${points.length - index} kill points skipped\n`);
      return;
    }
    yield point;
  }
}

/**
 * Chooses the kill points of a path, in an order derived from the seed: before and after every call, or only the first
 * few of these.
 */
export function pickKillPoints({ isWhole, seed }: SuiteSize, path: string, calls: number): KillPoint[] {
  const all = Array.from({ length: calls }, (_, index) => index + 1).flatMap((call): KillPoint[] => [
    { side: 'before', call },
    { side: 'after', call },
  ]);
  const rank = ({ side, call }: KillPoint) =>
    createHash('sha256').update(`${seed} ${path} ${side} ${call}`).digest('hex');
  const ordered = all.sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  return isWhole ? ordered : ordered.slice(0, SAMPLED_POINTS);
}
