import type { KillPoint } from './kill-point';
import type { ServiceUnderFire } from './service-under-fire';
import { violationsAtRest } from './violations-at-rest';
import { asFaults, countCalls, shoot, type Shot } from './shoot';
import type { Acknowledgement } from './violations';
import type { WritePath } from './write-path';

/** How many acts run at the same time; limited, because their processes share the machine's cores. */
const LANES = 3;
/** How often a kill point is tried when its act does not reach it. */
const TRIES = 3;

/** The results of killing the acts of some paths. */
export interface Report {
  /** The results of each path, by its name. */
  paths: Map<string, { calls: string[]; kills: number; faults: string[] }>;
  /** The violations across all paths, after everything is published. */
  violations: string[];
  /** The number of kill points that were not tried in the given time. */
  leftOut: number;
  /** The number that were not reached: an act does not always make the same calls. */
  unreached: number;
}

/**
 * Kills every path at its kill points, each time in a new account; then waits, and checks everything.
 * @param end when it ends, as a Date.now() value. The paths alternate, so that even a short run kills each of them.
 */
export async function killEverywhere(
  service: ServiceUnderFire,
  paths: readonly WritePath[],
  pick: (path: string, calls: string[]) => KillPoint[],
  end = Infinity,
): Promise<Report> {
  const witness = await service.start();
  const report: Report = { paths: new Map(), violations: [], leftOut: 0, unreached: 0 };
  const acknowledged: Acknowledgement[] = [];
  const checks: Promise<void>[] = [];
  const shots: { path: WritePath; point: KillPoint; turn: number }[] = [];
  await inLanes(paths, async (path) => {
    const calls = await countCalls(service, witness, path);
    report.paths.set(path.name, { calls, kills: 0, faults: [] });
    for (const [turn, point] of pick(path.name, calls).entries()) shots.push({ path, point, turn });
  });
  shots.sort((a, b) => a.turn - b.turn);
  await inLanes(shots, async ({ path, point, turn }) => {
    if (turn > 0 && Date.now() > end) return void report.leftOut++;
    const found = report.paths.get(path.name)!;
    const where = `killed ${point.side} call ${point.call} (${found.calls[point.call - 1]})`;
    const note = (faults: string[]) => void found.faults.push(...faults.map((fault) => `${where}: ${fault}`));
    for (let attempt = 1; attempt <= TRIES; attempt++) {
      const shot = await shoot(service, witness, path, point).catch((error: unknown): Shot => ({
        hit: false,
        faults: asFaults(error),
        faultsInTheEnd: Promise.resolve([]),
        acknowledged: [],
      }));
      acknowledged.push(...shot.acknowledged);
      note(shot.faults);
      // This check continues while the lane takes the next shot.
      checks.push(shot.faultsInTheEnd.then(note));
      if (shot.hit) found.kills++;
      if (shot.hit || shot.faults.length > 0) return;
    }
    report.unreached++;
  });
  await Promise.all(checks);
  report.violations.push(...(await violationsAtRest(service, acknowledged)));
  return report;
}

/** Does the work for each item, several at a time. After a failure it starts no more, and waits for the running ones. */
async function inLanes<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const lanes = Array.from({ length: LANES }, async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      await work(item).catch((error: unknown) => {
        waiting.length = 0;
        throw error;
      });
    }
  });
  const failed = (await Promise.allSettled(lanes)).find((lane) => lane.status === 'rejected');
  if (failed) throw failed.reason;
}
