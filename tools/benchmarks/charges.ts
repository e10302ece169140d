/**
 * `npm run benchmark:charges` measures how long the charges of the longest allowed stay take to compute. It does so
 * with the maximum number of definitions (surcharges, discounts and taxes) of an account, and with half of them. A
 * ratio near 2 means that the time grows linearly with the number of definitions. A ratio near 4 means that the time
 * grows quadratically.
 */
import { performance } from 'node:perf_hooks';
import { calculateCharges } from '@keyhaven/stays/charges/calculate-charges';
import type { ChargeInputs } from '@keyhaven/stays/charges/charge-types';
import { scenarios } from './charges/inputs-at-limits';

/** How many times the charges are computed with each number of definitions. The fastest run counts. */
const TURNS = 4;

function spanMs(inputs: ChargeInputs): number {
  const before = performance.now();
  calculateCharges(inputs);
  return performance.now() - before;
}

for (const [name, at] of scenarios) {
  const [less, all] = [at(0.5), at(1)];
  const turns = Array.from({ length: TURNS }, () => ({ half: spanMs(less), full: spanMs(all) }));
  const half = Math.min(...turns.map((turn) => turn.half));
  const full = Math.min(...turns.map((turn) => turn.full));
  const bytes = Buffer.byteLength(JSON.stringify(calculateCharges(all).explanation));
  console.log(
    `${name.padEnd(40)}${full.toFixed(0)} ms, ${(full / half).toFixed(1)} times half of it; ` +
      `its explanation ${(bytes / 1e6).toFixed(1)} MB`,
  );
}
