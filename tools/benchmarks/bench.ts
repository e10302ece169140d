/**
 * npm run bench [-- ROW …]: measures the rows of docs/performance.md, or those that are named, and writes the table
 * there. It starts what the rows need on this machine; both sides of a comparison are measured in turns, in one run.
 */
import { Bench } from './harness/bench';
import { describeMachine, describeRow } from './harness/describe';
import { writeRows } from './harness/write-rows';
import type { Measurement, Row } from './harness/row';
import { rows } from './rows';

function chosen(names: readonly string[]): Row[] {
  if (names.length === 0) return rows;
  const unknown = names.find((name) => !rows.some((row) => row.name === name));
  if (unknown) {
    throw new Error(`unknown row ${unknown}; known are ${rows.map(({ name }) => name).join(', ')}`);
  }
  return rows.filter(({ name }) => names.includes(name));
}

async function main(): Promise<void> {
  const bench = await Bench.start();
  const measured = new Map<Row, Measurement>();
  // What was started is stopped, or killed with this process, on Ctrl-C too.
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
