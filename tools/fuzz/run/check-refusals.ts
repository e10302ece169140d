import type { AccountReader } from '../check/database-snapshot';
import { type ChangedByRefusal, type QuietAccount, RefusedWrites } from '../check/refused-writes';
import type { Plan } from '../generate/plan';
import type { FuzzedAccount } from '../send/account';
import { resolve } from '../send/resolve';
import type { Sender } from '../send/send-request';
import { limitOf } from './send-checked';

/**
 * The number of writes in a batch. For each batch, all records of the account are read twice. This takes as long as
 * about twenty requests, so batches must not be small.
 */
const BATCH = 75;
/**
 * The share of repeated writes, from 0 to 1, whose refusal depends on the records of the account.
 * These writes are in separate batches, because they may be accepted when they are repeated for
 * another account. In this case, the check must wait until the data of that account stops changing.
 */
const DEPENDING = 0.2;
/**
 * Operations that may change stored data although they are refused. If an authorization code is used twice, the tokens
 * of its first use are revoked (RFC 6749, 4.1.2). The time of the last use of a client secret is stored.
 */
const changesByRefusal = ['exchangeToken', 'revokeOAuthToken'];

/** A write that was refused. */
export interface RefusedPlan {
  plan: Plan;
  /** Whether the refusal depends on the records of the account, for example because of an unknown id or a conflict. */
  dependsOnRecords: boolean;
}

export interface RefusalReport {
  sent: number;
  /** The number of writes that were refused a second time and after which the data was compared. */
  compared: number;
  found: ChangedByRefusal[];
}

interface QuietChecker {
  account: FuzzedAccount;
  writes: RefusedWrites;
}

/** Sends refused writes a second time, in batches, with accounts that get no other requests. */
export class RefusalChecker {
  readonly report: RefusalReport = { sent: 0, compared: 0, found: [] };
  readonly #quiet: QuietChecker[];

  constructor(
    sender: Sender,
    {
      reader,
      accounts,
      limitMs,
    }: { reader: Pick<AccountReader, 'read'>; accounts: readonly FuzzedAccount[]; limitMs: number },
  ) {
    this.#quiet = accounts.map((account) => {
      const quiet: QuietAccount = {
        send: (request) => {
          this.report.sent++;
          return sender.send(request, limitOf(request, limitMs));
        },
        read: () => reader.read(account.userId),
      };
      return { account, writes: new RefusedWrites(quiet) };
    });
  }

  /**
   * Sends some of the refused writes again. The accounts take batches concurrently until none is
   * left.
   * @param count the number of plans to send. They are chosen evenly from all plans.
   */
  async check(plans: readonly RefusedPlan[], count: number): Promise<void> {
    const comparable = plans.filter(({ plan }) => !changesByRefusal.includes(plan.operation.id));
    const [lasting, depending] = [false, true].map((wanted) =>
      comparable.filter((one) => one.dependsOnRecords === wanted).map(({ plan }) => plan),
    );
    const batches = [
      ...batchesOf(evenly(lasting ?? [], count * (1 - DEPENDING)), BATCH),
      ...batchesOf(evenly(depending ?? [], count * DEPENDING), BATCH),
    ].values();
    const checkBatches = async ({ account, writes }: QuietChecker) => {
      for (const batch of batches) {
        const { compared, found } = await writes.check(batch.map((plan) => resolve(plan, account, account).request));
        this.report.compared += compared;
        if (found) this.report.found.push(found);
      }
    };
    await Promise.all(this.#quiet.map(checkBatches));
  }
}

function batchesOf<Value>(values: readonly Value[], size: number): Value[][] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, at) => values.slice(at * size, (at + 1) * size));
}

/** Chooses at most `count` of the values, evenly distributed over all of them. */
function evenly<Value>(values: readonly Value[], count: number): Value[] {
  const step = Math.max(1, values.length / count);
  const length = Math.min(Math.ceil(count), values.length);
  return Array.from({ length }, (_, at) => values[Math.floor(at * step)]!);
}
