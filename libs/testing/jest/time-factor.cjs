/**
 * The factor by which the time limits of tests are multiplied: the limits of tests and hooks, and
 * of conditions that a test waits for. Set `KEYHAVEN_TIME_FACTOR` to a larger value on machines
 * that are slow or busy.
 */
const factor = Number(process.env.KEYHAVEN_TIME_FACTOR ?? 2);
if (!(factor >= 1)) throw new Error(`KEYHAVEN_TIME_FACTOR is ${process.env.KEYHAVEN_TIME_FACTOR}; use a number from 1`);

module.exports = factor;
