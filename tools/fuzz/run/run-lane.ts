import type { FuzzedOperation } from '../api/operations';
import { mustChangeNothing } from '../check/check-answer';
import { type Dice, generate } from '../generate/dice';
import type { Plan } from '../generate/plan';
import { planRequest } from '../generate/plan-request';
import type { FuzzedAccount } from '../send/account';
import { resolve } from '../send/resolve';
import type { Sender } from '../send/send-request';
import { isAnswered, type Received } from '../send/wire-request';
import type { RefusedPlan } from './check-refusals';
import { sendChecked } from './send-checked';
import type { Tally } from './tally';

/** The number of requests that are planned in one step. It is small, so that concurrent lanes are not delayed. */
const CHUNK = 20;
/**
 * The relative frequency of operations by method. Writes are more frequent than reads, because they have more rules.
 * Deletions are rare, because they remove records that other requests need.
 */
const WEIGHTS: Readonly<Record<string, number>> = { GET: 2, POST: 4, PATCH: 4, PUT: 4, DELETE: 1 };

/** Statuses of refusals that depend on the records of the account. */
const DEPENDING = [404, 409, 412, 422];

export interface LaneOptions {
  operations: readonly FuzzedOperation[];
  sender: Sender;
  account: FuzzedAccount;
  /** Another account, whose credentials some requests use for records of `account`. */
  other: FuzzedAccount;
  receiver: string;
  seed: number;
  count: number;
  /** How long a response may take, in milliseconds. */
  limitMs: number;
  tally: Tally;
  /** Called with every write that must not have changed anything. */
  onRefused: (refused: RefusedPlan) => void;
}

/** Sends requests one after the other. Each request may use values from the earlier responses. */
export async function runLane({ operations, sender, account, other, ...options }: LaneOptions): Promise<void> {
  const { receiver, seed, count, limitMs, tally, onRefused } = options;
  const weighted = operations.flatMap((operation) =>
    Array<FuzzedOperation>(WEIGHTS[operation.method] ?? 1).fill(operation),
  );
  const at = { now: Date.now(), receiver };
  const plan = (dice: Dice) => planRequest(dice.pick(weighted), at, dice);
  for (let sent = 0; sent < count; sent += CHUNK) {
    for (const planned of generate(seed + sent, Math.min(CHUNK, count - sent), plan)) {
      const { request, foreignId } = resolve(planned, account, other);
      const checked = await sendChecked(sender, request, { foreignId, limitMs });
      tally.add(planned, request, checked);
      const { outcome, fault } = checked;
      if (!isAnswered(outcome) || fault) continue;
      const isOwn = planned.credentials !== 'other account';
      if (isOwn && outcome.status === 200) harvest(planned, request.target, outcome, account);
      if (isOwn && mustChangeNothing(request, outcome))
        onRefused({ plan: planned, dependsOnRecords: DEPENDING.includes(outcome.status) });
    }
  }
}

function harvest({ operation }: Plan, target: string, { headers, body }: Received, { pool }: FuzzedAccount): void {
  // The response of a dry run contains records that are not stored.
  const isDry = headers['preference-applied'] !== undefined;
  if (isDry || body.length === 0 || !headers['content-type']?.includes('json')) return;
  pool.harvest(operation.template, target.split('?')[0]!, headers.etag, JSON.parse(body.toString()));
}
