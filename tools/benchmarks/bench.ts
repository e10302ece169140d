/**
 * `npm run bench [-- NAME …]` runs the named benchmarks of docs/developers/performance.md, and writes
 * the results to the table there. Without names, it runs all benchmarks except the long ones. It
 * starts the required servers on this machine. A comparison measures both sides alternately in the
 * same run.
 */
import { Bench } from './harness/bench';
import { describeMachine, describeRow } from './harness/describe';
import { writeRows } from './write-rows';
import type { Measurement, Row } from './harness/row';
import { rows } from './rows';

function chosen(names: readonly string[]): Row[] {
  if (names.length === 0) return rows.filter(({ isLong }) => !isLong);
  const unknown = names.find((name) => !rows.some((row) => row.name === name));
  if (unknown) {
    throw new Error(`unknown row ${unknown}; known are ${rows.map(({ name }) => name).join(', ')}`);
  }
  return rows.filter(({ name }) => names.includes(name));
}

async function main(): Promise<void> {
  const bench = await Bench.start();
  const measured = new Map<Row, Measurement>();
  // Call process.exit on Ctrl-C. It runs the 'exit' handlers, which stop the started servers.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  try {
    console.log(`${describeMachine()}\n`);
    for (const row of chosen(process.argv.slice(2))) {
      try {
        const measurement = await row.run(bench);
        measured.set(row, measurement);
        console.log(describeRow(row, measurement));
      } catch (error) {
        process.exitCode = 1;
        console.error(`${row.name}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  } finally {
    if (measured.size > 0) await writeRows(measured);
    await bench.end();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
