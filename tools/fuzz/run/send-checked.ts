import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, faultOf, LIMIT_MS } from '../check/check-answer';
import type { Sender } from '../send/send-request';
import { isAnswered, type Outcome, type Received, type WireRequest } from '../send/wire-request';

/** How many times a request is repeated while a service has not received a record that the request refers to. */
const REPEATS = 3;
const MAX_PAUSE_MS = 2000;

export interface Checked {
  outcome: Outcome;
  fault: Fault | undefined;
  /** How many times the request got a 503 before this outcome. */
  repeats: number;
}

/**
 * Sends a request and checks the outcome. A request that gets a 503 with Retry-After is repeated, because a service
 * might not have received a new record of another service yet. If the last attempt gets a 503 too, that is a fault.
 */
export async function sendChecked(
  sender: Sender,
  request: WireRequest,
  { foreignId, limitMs }: { foreignId: string | undefined; limitMs: number },
): Promise<Checked> {
  for (let repeats = 0; ; repeats++) {
    const outcome = await sender.send(request, limitOf(request, limitMs));
    const isUnavailable = isAnswered(outcome) && outcome.status === 503 && pauseOf(outcome) !== undefined;
    if (!isUnavailable || repeats === REPEATS) return { outcome, fault: faultOf(request, outcome, foreignId), repeats };
    await sleep(Math.min(pauseOf(outcome)!, MAX_PAUSE_MS));
  }
}

function pauseOf({ headers }: Received): number | undefined {
  const seconds = Number(headers['retry-after']);
  return seconds >= 0 ? seconds * 1000 : undefined;
}

/** How long the response may take, in milliseconds. Requests for events may wait for up to 30 seconds. */
export function limitOf({ target }: WireRequest, limitMs = LIMIT_MS): number {
  const waits = [...target.matchAll(/[?&]wait(?:=|%5B%5D=)(\d+)/gi)].map(([, seconds]) =>
    Math.min(Number(seconds), 30),
  );
  return limitMs + Math.max(0, ...waits) * 1000;
}
