import type { CheckResult, Observed } from '../checks/run-checks';
import type { Failure } from '../observed/failure';
import { nameOf } from '../observed/record';
import { table } from './table';
import type { CountedPhase } from '../observed/tally';

/** The data for a report. */
export interface Reported {
  seed: number;
  observed: Pick<Observed, 'acknowledged' | 'received' | 'logged' | 'failures'>;
  phases: readonly CountedPhase[];
  /** The names of processes that ended although the test did not kill them. A name occurs once for each end. */
  ended: readonly string[];
  /** The seconds from the last request of the clients until all events had arrived; undefined if some are missing. */
  settledAfter: number | undefined;
  results: readonly CheckResult[];
}

/** The maximum number of violations that the report shows for each check. */
const SHOWN = 20;

const SIMULATED =
  'Simulated: the full disk (the database process sees no free space and refuses writes itself) and the wrong clocks ' +
  '(Date in the process). Real: kills, stopped processes, and the broker that was away.';

/** The whole report. Its last line is `N passed, N failed`. */
export function reportLines({ seed, observed, phases, ended, settledAfter, results }: Reported): string[] {
  const { acknowledged, received, logged, failures } = observed;
  const records = new Set(acknowledged.map(nameOf)).size;
  const repeated = received.length - new Set(received.map(({ id }) => id)).size;
  const passed = results.filter(({ violations }) => violations.length === 0).length;
  return [
    ...['', 'Failures', ...failureTable(failures), ''],
    ...['Requests and deliveries, by what happened meanwhile', ...phaseTable(phases), ''],
    `${acknowledged.length} acknowledged changes of ${records} records; ${logged.length} events in the log; ` +
      `${received.length} deliveries, ${repeated} of them repeated.`,
    settledAfter === undefined
      ? 'The last events did not arrive in time.'
      : `The last events had arrived ${settledAfter.toFixed(1)} s after the last request.`,
    `Processes that ended by themselves and were started again: ${countNames(ended)}.`,
    SIMULATED,
    `Seed ${seed}; repeat with --seed ${seed}.`,
    '',
    ...results.flatMap(checkLines),
    '',
    `${passed} passed, ${results.length - passed} failed`,
  ];
}

function failureTable(failures: readonly Failure[]): string[] {
  const groups = new Map<string, Failure[]>();
  for (const failure of failures) {
    const key = `${failure.kind} ${failure.victim}`;
    groups.set(key, [...(groups.get(key) ?? []), failure]);
  }
  const rows = [...groups.values()].map((group) => {
    const { kind, victim, evidence } = group[0]!;
    const seconds = group.flatMap(({ recoveredAfter }) => recoveredAfter ?? []).sort((a, b) => a - b);
    const shown = (value: number | undefined) => (value === undefined ? 'never' : `${value.toFixed(1)} s`);
    const seen = group.length === 1 ? (evidence ?? 'nothing') : `${group.filter((one) => one.evidence).length} seen`;
    const median = seconds[Math.floor(seconds.length / 2)];
    const longest = seconds.length === group.length ? seconds.at(-1) : undefined;
    return [victim, kind, group.length, shown(median), shown(longest), seen];
  });
  return table([['process', 'failure', 'times', 'recovered: median', 'longest', 'what showed it'], ...rows]);
}

function phaseTable(phases: readonly CountedPhase[]): string[] {
  const rows = phases.map(({ name, began, ended, counts }) => [
    name,
    Math.round(((ended ?? performance.now()) - began) / 1000),
    ...Object.values(counts),
  ]);
  return table([['during', 'seconds', ...Object.keys(phases[0]!.counts)], ...rows]);
}

function countNames(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, times]) => `${name} (${times})`).join(', ') || 'none';
}

function checkLines({ name, violations }: CheckResult): string[] {
  if (violations.length === 0) return [`ok      ${name}`];
  const more = violations.length > SHOWN ? [`        and ${violations.length - SHOWN} more`] : [];
  return [`FAILED  ${name}`, ...violations.slice(0, SHOWN).map((violation) => `        ${violation}`), ...more];
}
