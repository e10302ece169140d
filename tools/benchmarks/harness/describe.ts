import os from 'node:os';
import { median } from './rounds';
import type { Measurement, Row, Unit } from './row';

/** The processor, operating system and versions. Figures from different machines must not be compared. */
export function describeMachine(): string {
  const [cpu] = os.cpus();
  const database = process.env.MONGODB_URI ? 'MongoDB' : 'the embedded database';
  const memoryGb = (os.totalmem() / 2 ** 30).toFixed(0);
  return `${os.cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${memoryGb} GB, ${os.platform()}, Node ${process.version}, ${database}`;
}

const digits: Record<Unit, number> = {
  'per second': 0,
  ms: 1,
  s: 1,
  MB: 0,
  ratio: 2,
  'of a core': 4,
};

function shown(value: number, unit: Unit): string {
  return `${value.toFixed(digits[unit])}${unit === 'ratio' ? '' : ` ${unit}`}`;
}

/** The cells of one line in the table of benchmarks. */
export interface Cells {
  goal: string;
  measured: string;
  spread: string;
  met: string;
  details: string;
}

export const goalOf = ({ goal, unit }: Row): string =>
  goal === undefined ? '–' : 'atLeast' in goal ? `≥ ${goal.atLeast}${unitOf(unit)}` : `≤ ${goal.atMost}${unitOf(unit)}`;
const unitOf = (unit: Unit) => (unit === 'ratio' ? '' : ` ${unit}`);

export function cellsOf(row: Row, { values, details, clientCpu }: Measurement): Cells {
  const value = median(values);
  const { goal, unit } = row;
  const isMet = goal && ('atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost);
  const cpu = clientCpu === undefined ? [] : [`client ${(100 * clientCpu).toFixed(0)} % of a core`];
  return {
    goal: goalOf(row),
    measured: shown(value, unit),
    spread:
      values.length > 1
        ? `${Math.min(...values).toFixed(digits[unit])} to ${Math.max(...values).toFixed(digits[unit])}`
        : '–',
    met: isMet === undefined ? '–' : isMet ? 'yes' : 'no',
    details: [...(details === undefined ? [] : [details]), ...cpu].join('; '),
  };
}

export function describeRow(row: Row, measurement: Measurement): string {
  const { goal, measured, spread, met, details } = cellsOf(row, measurement);
  return `${row.name.padEnd(24)} ${measured} (${spread}); goal ${goal}, met: ${met}; ${details}`;
}
