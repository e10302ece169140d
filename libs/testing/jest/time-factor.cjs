/**
 * The factor by which the time limits of tests are multiplied: of tests and hooks, and of conditions that a test waits
 * for. `KEYHAVEN_TIME_FACTOR` sets a larger one for machines that are slow or do other work at the same time.
 */
const factor = Number(process.env.KEYHAVEN_TIME_FACTOR ?? 2);
if (!(factor >= 1)) throw new Error(`KEYHAVEN_TIME_FACTOR is ${process.env.KEYHAVEN_TIME_FACTOR}; use a number from 1`);

module.exports = factor;
