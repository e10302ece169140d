import type { FuzzedOperation } from '../api/operations';
import type { AccountReader } from '../check/database-snapshot';
import type { MemoryPoint } from '../check/memory-growth';
import type { FuzzedAccount } from '../send/account';
import type { Memory } from '../platform/messages';
import { Sender } from '../send/send-request';
import { RefusalChecker, type RefusalReport, type RefusedPlan } from './check-refusals';
import { runLane } from './run-lane';
import { Tally } from './tally';

/** The share of requests, from 0 to 1, that repeat refused writes to check that these change no stored data. */
const REFUSALS = 0.15;
const ROUNDS = 10;

export interface FuzzOptions {
  url: string;
  operations: readonly FuzzedOperation[];
  /**
   * `busy` accounts get all kinds of requests. `quiet` accounts get only refused writes that are
   * sent again.
   */
  accounts: { busy: readonly FuzzedAccount[]; quiet: readonly FuzzedAccount[] };
  receiver: string;
  seed: number;
  /** The number of requests in total. */
  requests: number;
  /** How many requests are sent at the same time. */
  lanes: number;
  /** How long a response may take, in milliseconds. */
  limitMs: number;
  reader: Pick<AccountReader, 'read'>;
  memory: () => Promise<Memory>;
  onRound?: (sent: number) => void;
}

export interface FuzzResult {
  tally: Tally;
  refusals: RefusalReport;
  memory: MemoryPoint[];
  /** How many requests were sent again on a new connection. */
  reconnected: number;
}

/**
 * Sends the requests in rounds. In each round, some of the writes that were refused in the previous round are sent
 * again. The memory is measured after each round.
 */
export async function runFuzz(options: FuzzOptions): Promise<FuzzResult> {
  const { url, accounts, requests, lanes, limitMs, reader, memory } = options;
  const sender = new Sender(url);
  const tally = new Tally(options.operations);
  const refusals = new RefusalChecker(sender, { reader, accounts: accounts.quiet, limitMs });
  const points: MemoryPoint[] = [];
  const ofRound = Math.ceil(requests / ROUNDS);
  const ofLane = Math.ceil((ofRound * (1 - REFUSALS)) / lanes);
  const toCheck = Math.floor(ofRound * REFUSALS);
  let refused: RefusedPlan[] = [];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const checked = refusals.check(refused, toCheck);
      refused = [];
      const run = (lane: number) => runLaneOfRound(options, { sender, tally, refused, round, lane, count: ofLane });
      await Promise.all([checked, ...Array.from({ length: lanes }, (_, lane) => run(lane))]);
      const sent = tally.sent + refusals.report.sent;
      points.push({ sent, ...(await memory()) });
      options.onRound?.(sent);
    }
    await refusals.check(refused, toCheck);
  } finally {
    sender.close();
  }
  return { tally, refusals: refusals.report, memory: points, reconnected: sender.repeats };
}

interface LaneOfRound {
  sender: Sender;
  tally: Tally;
  /** The refused writes of the round. All lanes, which send requests concurrently, add to this list. */
  refused: RefusedPlan[];
  round: number;
  lane: number;
  count: number;
}

function runLaneOfRound(options: FuzzOptions, { sender, tally, refused, round, lane, count }: LaneOfRound) {
  const { operations, receiver, seed, lanes, limitMs } = options;
  const { busy } = options.accounts;
  return runLane({
    operations,
    sender,
    account: busy[lane % busy.length]!,
    other: busy[(lane + 1) % busy.length]!,
    receiver,
    // Seeds are whole numbers of 32 bits. Each lane of each round gets a separate range of seeds.
    seed: (seed + (round * lanes + lane) * 100_003) | 0,
    count,
    limitMs,
    tally,
    onRefused: (plan) => void refused.push(plan),
  });
}
