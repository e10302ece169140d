import { readFileSync } from 'node:fs';
import { PERFORMANCE_PAGE, replacePart, writePage } from '../docs/performance-page';
import { rows } from './rows';
import { cellsOf, describeMachine, goalOf } from './harness/describe';
import type { Measurement, Row } from './harness/row';

const HEAD = '| row | what | goal | median | spread | met | details | measured on |';
const MACHINE = /^Measured on (.*)\.$/m;

/**
 * Replaces the table rows of the measured benchmarks. The other rows stay if they were measured on
 * the same machine with the same versions. Otherwise they become "not measured".
 */
export async function writeRows(measured: ReadonlyMap<Row, Measurement>): Promise<void> {
  const page = readFileSync(PERFORMANCE_PAGE, 'utf8');
  const machine = describeMachine();
  const isSameMachine = MACHINE.exec(page)?.[1] === machine;
  const kept = isSameMachine ? linesByName(page) : new Map<string, string>();
  const lines = rows.map((row) => {
    const measurement = measured.get(row);
    return measurement ? lineOf(row, measurement) : (kept.get(row.name) ?? emptyLineOf(row));
  });
  const part = [`Measured on ${machine}.`, '', HEAD, '| --- '.repeat(8) + '|', ...lines].join('\n');
  await writePage(replacePart(page, 'rows', part));
}

function linesByName(page: string): Map<string, string> {
  const lines = page.split('\n').map((line) => [/^\| `([\w-]+)`/.exec(line)?.[1], line] as const);
  return new Map(lines.filter((entry): entry is readonly [string, string] => entry[0] !== undefined));
}

function lineOf(row: Row, measurement: Measurement): string {
  const { goal, measured, spread, met, details } = cellsOf(row, measurement);
  const day = new Date().toISOString().slice(0, 10);
  return `| \`${row.name}\` | ${row.title} | ${goal} | ${measured} | ${spread} | ${met} | ${details} | ${day} |`;
}

const emptyLineOf = (row: Row) => `| \`${row.name}\` | ${row.title} | ${goalOf(row)} | – | – | – | not measured | – |`;
