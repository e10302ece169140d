import { seededRandom } from '@keyhaven/testing/crash/seeded-random';
import type { ProcessTree } from '../processes/process-tree';
import type { Observed } from './checks/run-checks';
import type { FailureContext } from './failures/failure-context';
import { runClients } from './load/run-clients';
import { readLists } from './observers/read-lists';
import { readLog } from './observers/read-log';
import { settle } from './observers/settle';
import type { FailureOptions } from './options';
import { startPlatformUnderTest } from './platform/platform-under-test';
import { prepareRun } from './prepare-run';
import type { Tally } from './observed/tally';
import { causeFailures } from './scenario';

/** The observations of a run so far. */
export interface RunSoFar {
  tally: Tally;
  observed: Observed;
  /** The names of processes that ended although the test did not kill them. A name occurs once for each end. */
  ended: readonly string[];
  /** The seconds from the last request of the clients until all events had arrived; undefined if some are missing. */
  settledAfter: number | undefined;
}

/**
 * Starts a platform, causes all failures while clients write, and then reads the data of the
 * platform.
 * @param soFar the observations, which are filled in during the run, so that an unfinished run can
 * be reported too.
 */
export async function observeFailures(
  options: FailureOptions,
  tree: ProcessTree,
  folder: string,
  soFar: RunSoFar,
): Promise<void> {
  const { tally } = soFar;
  const { settleSeconds } = options;
  const platform = await startPlatformUnderTest(tree, folder);
  soFar.ended = platform.ended;
  const giveUp = new AbortController();
  const { ledger, receiver, accounts, clients, probe } = await prepareRun(platform, options, tally, giveUp.signal);
  const { acknowledged, holdings, faults } = ledger;
  const { received } = receiver;
  const random = seededRandom(options.seed);
  const context: FailureContext = { platform, probe, random, failures: [], recoveries: [] };
  const { failures } = context;
  const observed = { ...soFar.observed, acknowledged, holdings, faults, received, failures };
  soFar.observed = observed;

  const stopClients = runClients(clients);
  await causeFailures(context, options, tally).catch((error: unknown) => {
    faults.push(`not all failures could be caused: ${error instanceof Error ? error.message : String(error)}`);
  });
  tally.begin('after the failures');
  setTimeout(() => giveUp.abort(), settleSeconds * 1000);
  await stopClients();
  const consumed = () => accounts.flatMap(({ consumer }) => consumer.events);
  soFar.settledAfter = await settle(acknowledged, received, consumed, settleSeconds);

  await Promise.all(accounts.map(({ consumer }) => consumer.stop()));
  const logged = await Promise.all(accounts.map(({ api, account }) => readLog(api, account)));
  const listed = await Promise.all(accounts.map(({ api, account }) => readLists(api, account)));
  const deadLetters = platform.logged('dead letter');
  const nightsTaken = tally.total('nights taken');
  soFar.observed = {
    ...observed,
    nightsTaken,
    consumed: consumed(),
    logged: logged.flat(),
    listed: listed.flat(),
    deadLetters,
  };
  await receiver.close();
}
