import type { WebhookPayload } from '@keyhaven/contracts/webhook/delivery';
import type { Failure } from '../observed/failure';
import { type Acknowledged, type ListedRecord, recordTypes } from '../observed/record';
import { differences, disorderInLog, inventedEvents, lostEvents } from './events';
import { type Holding, nightsOccupiedTwice, nightsSoldTwice } from './nights';
import { inventedRecords, lostRecords } from './records';

/**
 * What the clients, the webhook receiver and the consumers of the event log observed during a run, and what the lists
 * of the API contain at its end.
 */
export interface Observed {
  /** The changes that the responses to the clients acknowledged. */
  acknowledged: readonly Acknowledged[];
  holdings: readonly Holding[];
  /** Unexpected and missing responses, invalid webhooks, and errors of the test itself. */
  faults: readonly string[];
  /** The records in the lists of the API. */
  listed: readonly ListedRecord[];
  /** The bodies that the webhook receiver got. */
  received: readonly WebhookPayload[];
  /** The event log, read once at the end. */
  logged: readonly WebhookPayload[];
  /** The event log, as a consumer read it during the failures. */
  consumed: readonly WebhookPayload[];
  failures: readonly Failure[];
  deadLetters: number;
  /** How many requests were refused because their nights were taken. */
  nightsTaken: number;
}

/** The observations before the first write of a run. */
export const nothingObserved: Observed = {
  acknowledged: [],
  holdings: [],
  faults: [],
  listed: [],
  received: [],
  logged: [],
  consumed: [],
  failures: [],
  deadLetters: 0,
  nightsTaken: 0,
};

export interface CheckResult {
  /** The statement that is true if there are no violations. */
  name: string;
  violations: readonly string[];
}

const nameOfFailure = ({ kind, victim }: Failure) => `${victim}, ${kind}`;

/** Compares everything that was observed. Each check can fail independently of the others. */
export function runChecks(observed: Observed): CheckResult[] {
  const { acknowledged, holdings, faults, listed, received, logged, consumed, failures } = observed;
  const idle = recordTypes.filter((type) => !acknowledged.some((change) => change.type === type));
  const check = (name: string, violations: readonly string[]): CheckResult => ({ name, violations });
  return [
    check('the clients changed records of every type, and contested nights', [
      ...idle.map((type) => `no change of a ${type} was acknowledged`),
      ...(observed.nightsTaken === 0 ? ['no request was refused because its nights were taken'] : []),
    ]),
    check('every request was answered, with what its client expected', faults),
    check('nothing acknowledged is lost', lostRecords(acknowledged, listed)),
    check('no record was invented', inventedRecords(acknowledged, listed)),
    check('no night is occupied twice at the end', nightsOccupiedTwice(listed)),
    check('no night was sold twice at any time', nightsSoldTwice(holdings)),
    check('every acknowledged change is in the event log', lostEvents(acknowledged, logged)),
    check('every acknowledged change was delivered', lostEvents(acknowledged, received)),
    check('no event of the log was invented', inventedEvents(acknowledged, listed, logged)),
    check('no delivery was invented', inventedEvents(acknowledged, listed, received)),
    check('the log has each event once, in the order of the changes', disorderInLog(logged)),
    check(
      'a consumer of the log missed nothing during the failures',
      differences(['the log', logged], ['the consumer', consumed]),
    ),
    check('exactly the events of the log were delivered', differences(['the log', logged], ['the receiver', received])),
    check(
      'every failure really happened',
      failures.filter(({ evidence }) => evidence === undefined).map((one) => `nothing shows: ${nameOfFailure(one)}`),
    ),
    check(
      'everything recovered by itself',
      failures
        .filter(({ recoveredAfter }) => recoveredAfter === undefined)
        .map((one) => `no recovery after: ${nameOfFailure(one)}`),
    ),
    check(
      'no event went to the dead letters',
      observed.deadLetters === 0 ? [] : [`${observed.deadLetters} log lines state that an event can never be handled`],
    ),
  ];
}
