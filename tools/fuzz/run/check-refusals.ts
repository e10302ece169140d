import type { AccountReader } from '../check/database-snapshot';
import { type ChangedByRefusal, type QuietAccount, RefusedWrites } from '../check/refused-writes';
import type { Plan } from '../generate/plan';
import type { FuzzedAccount } from '../platform/account';
import { resolve } from '../send/resolve';
import type { Sender } from '../send/send-request';
import { limitOf } from './send-checked';

const BATCH = 25;
/** Batches of writes whose refusal depends on the records. Some of them are accepted for another account. */
const SMALL_BATCH = 4;
const DEPENDING = 0.07;
/**
 * Refusals that change something. A code that is used twice revokes the tokens of its first use (RFC 6749, 4.1.2), and
 * the last use of a client secret is stored.
 */
const changesByRefusal = ['exchangeToken', 'revokeOAuthToken'];

/** A write that was refused. */
export interface RefusedPlan {
  plan: Plan;
  /** Whether the refusal depends on the records of the account: unknown ids, conflicts, versions. */
  dependsOnRecords: boolean;
}

export interface RefusalReport {
  sent: number;
  /** How many writes were refused and compared. */
  compared: number;
  seconds: number;
  found: ChangedByRefusal[];
}

/** Sends the writes that were refused again, each batch to an account that gets nothing else at that time. */
export class RefusalChecker {
  readonly report: RefusalReport = { sent: 0, compared: 0, seconds: 0, found: [] };
  readonly #quiet: { account: FuzzedAccount; writes: RefusedWrites }[];

  constructor(sender: Sender, reader: Pick<AccountReader, 'read'>, accounts: readonly FuzzedAccount[]) {
    this.#quiet = accounts.map((account) => {
      const quiet: QuietAccount = {
        send: (request) => sender.send(request, limitOf(request)),
        read: () => reader.read(account.userId),
      };
      return { account, writes: new RefusedWrites(quiet) };
    });
  }

  /** @param count how many of the plans to send. They are taken evenly from all. */
  async check(plans: readonly RefusedPlan[], count: number): Promise<void> {
    const began = performance.now();
    const comparable = plans.filter(({ plan }) => !changesByRefusal.includes(plan.operation.id));
    const [lasting, depending] = [false, true].map((wanted) =>
      comparable.filter((one) => one.dependsOnRecords === wanted).map(({ plan }) => plan),
    );
    const batches = [
      ...batchesOf(evenly(lasting ?? [], count * (1 - DEPENDING)), BATCH),
      ...batchesOf(evenly(depending ?? [], count * DEPENDING), SMALL_BATCH),
    ];
    for (const batch of batches) {
      // An account in which a write was accepted after all rests until its consequences have ended.
      const [quiet] = [...this.#quiet].sort((one, other) => one.writes.restsUntil - other.writes.restsUntil);
      const requests = batch.map((plan) => resolve(plan, quiet!.account, quiet!.account).request);
      const { compared, found } = await quiet!.writes.check(requests);
      this.report.sent += requests.length;
      this.report.compared += compared;
      if (found) this.report.found.push(found);
    }
    this.report.seconds += (performance.now() - began) / 1000;
  }
}

function batchesOf<Value>(values: readonly Value[], size: number): Value[][] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, at) => values.slice(at * size, (at + 1) * size));
}

/** Takes at most `count` of the values, evenly from all. */
function evenly<Value>(values: readonly Value[], count: number): Value[] {
  const step = Math.max(1, values.length / count);
  const length = Math.min(Math.ceil(count), values.length);
  return Array.from({ length }, (_, at) => values[Math.floor(at * step)]!);
}
