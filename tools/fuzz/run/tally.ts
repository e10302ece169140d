import type { FuzzedOperation } from '../api/operations';
import type { Fault } from '../check/check-answer';
import type { Plan } from '../generate/plan';
import { isAnswered, type WireRequest } from '../send/wire-request';
import type { Checked } from './send-checked';

const SLOWEST = 8;

/** A request with a fault. */
export interface FoundFault {
  operation: string;
  fault: Fault;
  changes: readonly string[];
  request: WireRequest;
  requestId: string | undefined;
}

/** Counts the requests of a run and collects the faults that were found. */
export class Tally {
  readonly kinds = new Map<string, number>();
  readonly statuses = new Map<number, number>();
  /** The number of requests and the number of successful requests, by operation. */
  readonly operations = new Map<string, { sent: number; succeeded: number }>();
  readonly slowest: { ms: number; operation: string; changes: readonly string[] }[] = [];
  readonly faults: FoundFault[] = [];
  sent = 0;
  /** The number of 503 responses to requests that had no fault when they were repeated. */
  repeated = 0;

  constructor(operations: readonly FuzzedOperation[]) {
    for (const { id } of operations) this.operations.set(id, { sent: 0, succeeded: 0 });
  }

  add({ operation, kind, changes }: Plan, request: WireRequest, { outcome, fault, repeats }: Checked): void {
    this.sent++;
    if (fault === undefined) this.repeated += repeats;
    count(this.kinds, kind);
    const ofOperation = this.operations.get(operation.id)!;
    ofOperation.sent++;
    if (isAnswered(outcome)) {
      count(this.statuses, outcome.status);
      if (outcome.status < 300) ofOperation.succeeded++;
    }
    this.#noteTime(outcome.ms, operation.id, changes);
    const requestId = isAnswered(outcome) ? outcome.headers['x-request-id'] : undefined;
    if (fault) this.faults.push({ operation: operation.id, fault, changes, request, requestId });
  }

  #noteTime(ms: number, operation: string, changes: readonly string[]): void {
    if (this.slowest.length === SLOWEST && ms <= this.slowest.at(-1)!.ms) return;
    this.slowest.push({ ms, operation, changes });
    this.slowest.sort((one, other) => other.ms - one.ms);
    this.slowest.splice(SLOWEST);
  }
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
