import type { KillPoint } from './kill-point';
import type { ServiceUnderFire } from './service-under-fire';
import { violationsAtRest } from './violations-at-rest';
import { asFaults, countCalls, shoot, type Shot } from './shoot';
import type { Acknowledgement } from './violations';
import type { WritePath } from './write-path';

/**
 * The number of kill points (calls at which the service is killed) that are tested in parallel. It is
 * small, because the processes share the machine's cores.
 */
const LANES = 3;
/**
 * How many times a kill point is tried if it is not reached. A write does not always make the same
 * calls.
 */
const TRIES = 3;
/** The maximum number of kill points of a write path that a sample tries until one is reached. */
const SAMPLED_TRIES = 6;

/** The results of killing a service during its writes. */
export interface Report {
  /** The results of each write path, by its name. */
  paths: Map<string, { calls: string[]; kills: number; faults: string[] }>;
  /**
   * The violations that were found in the data of all write paths after everything was published.
   */
  violations: string[];
  /** The number of kill points that were skipped because the time was up. */
  leftOut: number;
  /**
   * The number of kill points that were not reached. In a sample, the number of write paths of
   * which no kill point was reached.
   */
  unreached: number;
}

/** Limits the kills of a run. */
interface KillOptions {
  /**
   * Whether the service is killed only once for each write path, at the first kill point of the
   * path that is reached.
   */
  isSample?: boolean;
  /**
   * When to stop killing, as a value of Date.now(). The write paths alternate, so that even a short
   * run covers each of them.
   */
  end?: number;
}

/**
 * Kills the service at every kill point of every write path, each time with a new account. Then
 * waits until everything is published, and checks the stored and published data.
 * @param pick a function that selects the kill points of a write path, and their order.
 */
export async function killEverywhere(
  service: ServiceUnderFire,
  paths: readonly WritePath[],
  pick: (path: string, calls: string[]) => KillPoint[],
  { isSample = false, end = Infinity }: KillOptions = {},
): Promise<Report> {
  const witness = await service.start();
  const report: Report = { paths: new Map(), violations: [], leftOut: 0, unreached: 0 };
  const acknowledged: Acknowledgement[] = [];
  const checks: Promise<void>[] = [];
  const shots: { path: WritePath; points: KillPoint[]; turn: number }[] = [];
  await inLanes(paths, async (path) => {
    const calls = await countCalls(service, witness, path);
    report.paths.set(path.name, { calls, kills: 0, faults: [] });
    const picked = pick(path.name, calls);
    const tried = isSample
      ? [picked.slice(0, SAMPLED_TRIES)]
      : picked.map((point) => Array<KillPoint>(TRIES).fill(point));
    for (const [turn, points] of tried.entries()) shots.push({ path, points, turn });
  });
  shots.sort((a, b) => a.turn - b.turn);
  await inLanes(shots, async ({ path, points, turn }) => {
    const found = report.paths.get(path.name)!;
    // After the time is up, continue only with write paths for which the service has not been
    // killed yet.
    if (turn > 0 && found.kills > 0 && Date.now() > end) return void report.leftOut++;
    for (const point of points) {
      const where = `killed ${point.side} call ${point.call} (${found.calls[point.call - 1]})`;
      const note = (faults: string[]) => void found.faults.push(...faults.map((fault) => `${where}: ${fault}`));
      const shot = await shoot(service, witness, path, point).catch((error: unknown): Shot => ({
        hit: false,
        faults: asFaults(error),
        faultsInTheEnd: Promise.resolve([]),
        acknowledged: [],
      }));
      acknowledged.push(...shot.acknowledged);
      note(shot.faults);
      // This check runs in the background while this lane continues with the next kill point.
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

/**
 * Works on up to LANES items at a time. After a failure, starts no more items, and waits for those
 * that are in progress.
 */
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
