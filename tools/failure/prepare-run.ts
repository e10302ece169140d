import { seededRandom } from '@keyhaven/testing/crash/seeded-random';
import { Probe } from './failures/probe';
import { makeAccount, type TestAccount } from './load/accounts';
import { ApiClient } from './load/api-client';
import { type ClientState, newClient } from './load/client-state';
import { Ledger } from './load/ledger';
import { consumeLog, type LogConsumer } from './observers/read-log';
import { startReceiver, type WebhookReceiver } from './observers/receiver';
import type { FailureOptions } from './options';
import type { PlatformUnderTest } from './platform/platform-under-test';
import type { Tally } from './observed/tally';

const ACCOUNTS = ['Failure Harbour', 'Failure Meadow'];

/** An account with its consumer of the event log. */
export interface ObservedAccount {
  account: TestAccount;
  /** The client that reads data for the checks. */
  api: ApiClient;
  consumer: LogConsumer;
}

/** Everything that observes the platform or writes to it during a run. */
export interface PreparedRun {
  ledger: Ledger;
  receiver: WebhookReceiver;
  accounts: readonly ObservedAccount[];
  clients: readonly ClientState[];
  probe: Probe;
}

/**
 * Creates the accounts and their subscriptions, and begins to read the event log.
 * @param giveUp a signal. When it aborts, clients stop repeating unanswered requests.
 */
export async function prepareRun(
  platform: PlatformUnderTest,
  { clients, seed }: FailureOptions,
  tally: Tally,
  giveUp: AbortSignal,
): Promise<PreparedRun> {
  const ledger = new Ledger();
  const receiver = await startReceiver(tally, ledger.faults);
  const accounts: ObservedAccount[] = [];
  for (const name of ACCOUNTS) {
    const account = await makeAccount(platform, receiver.url, name);
    const api = new ApiClient({ url: platform.url, authorize: () => account.authorization });
    accounts.push({ account, api, consumer: consumeLog(api, account, ledger.faults) });
  }
  const aClient = (label: string, index: number): ClientState => {
    const { account } = accounts[index % accounts.length]!;
    const api = new ApiClient({ url: platform.url, authorize: () => account.authorization, giveUp, tally });
    return newClient({ label, account, api, ledger, tally, random: seededRandom(seed + index) });
  };
  return {
    ledger,
    receiver,
    accounts,
    clients: Array.from({ length: clients }, (_, index) => aClient(`client ${index + 1}`, index)),
    probe: new Probe(platform, aClient('probe', clients), receiver),
  };
}
