import { createHash, randomInt } from 'node:crypto';

let seed: number | undefined;

/**
 * Whether suites with many cases run only a sample of their cases. `npm test`, which sets no
 * tier, runs a sample. All other scripts run all cases. `KEYHAVEN_SAMPLE` overrides this choice with `true` or `false`.
 */
export function isSample(): boolean {
  const { KEYHAVEN_SAMPLE: wanted, KEYHAVEN_TIER: tier = 'all' } = process.env;
  return wanted === undefined ? tier === 'all' : wanted === 'true';
}

/**
 * Returns the seed that selects the cases of a sample. It is printed, so that `KEYHAVEN_SEED` can
 * repeat the sample.
 */
export function sampleSeed(): number {
  if (seed === undefined) {
    seed = Number(process.env.KEYHAVEN_SEED ?? randomInt(2 ** 31));
    process.stderr.write(`KEYHAVEN_SEED=${seed}\n`);
  }
  return seed;
}

/**
 * Returns how often to repeat a test that is the same each time, such as a race: `whole` times in a
 * run of all cases, `sampled` times in a sample.
 */
export function times(whole: number, sampled: number): number {
  return isSample() ? sampled : whole;
}

/** Returns all cases. In a sample, returns only `sampled` of them, in their original order. */
export function casesOf<Case>(all: readonly Case[], sampled: number): Case[] {
  if (!isSample()) return [...all];
  const rank = (index: number) => createHash('sha256').update(`${sampleSeed()} ${index}`).digest('hex');
  const ranked = all.map((_, index) => index).sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  return ranked
    .slice(0, sampled)
    .sort((a, b) => a - b)
    .map((index) => all[index]!);
}
