import { createHash, randomInt } from 'node:crypto';
import type { KillPoint } from './kill-point';

/** The size of a run of the crash tests: everything, or a few kill points of each path, chosen by a seed. */
export interface SuiteSize {
  isWhole: boolean;
  seed: number;
  /** When killing ends, as a Date.now() value; infinite to run every kill point. */
  end: number;
}

/** The number of kill points of each path in a sample. */
const SAMPLED_POINTS = 2;

let printed = false;

/**
 * `npm run test:crash` runs everything; `KEYHAVEN_CRASH_MINUTES` limits how long each suite kills. The seed of a sample
 * is printed; `KEYHAVEN_SEED` repeats a sample.
 */
export function suiteSize(): SuiteSize {
  const isWhole = process.env.KEYHAVEN_TIER === 'crash';
  const seed = Number(process.env.KEYHAVEN_SEED ?? randomInt(2 ** 31));
  if (!printed) process.stderr.write(`crash tests: ${isWhole ? 'all' : 'a sample'}, KEYHAVEN_SEED=${seed}\n`);
  printed = true;
  const minutes = Number(process.env.KEYHAVEN_CRASH_MINUTES ?? 0);
  const isBounded = isWhole && minutes > 0;
  return { isWhole, seed, end: isBounded ? Date.now() + minutes * 60_000 : Infinity };
}

/** The kill points of a path in an order derived from the seed: before and after every call, or the first few. */
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
