import { faultOf } from '../check/check-answer';
import type { FuzzedPlatform } from '../platform/start-platform';
import type { FuzzResult } from '../run/run-fuzz';
import { limitOf } from '../run/send-checked';
import { Sender } from '../send/send-request';
import { asCurl } from './as-curl';
import { distinctFaults } from './print-report';
import { shrink } from './shrink';

const MAX_PRINTED = 40;
const MAX_COMMANDS = 5;

/**
 * Prints, for each kind of fault of each operation, one request that is as small as possible, and the log lines about
 * it.
 */
export async function printFaults({ url, logOf }: FuzzedPlatform, { tally, refusals }: FuzzResult): Promise<void> {
  const sender = new Sender(url);
  const distinct = distinctFaults(tally.faults);
  for (const { found, count } of distinct.slice(0, MAX_PRINTED)) {
    const { fault, request } = found;
    const isSlow = fault.kind === 'no answer in time';
    const smallest = isSlow
      ? request
      : await shrink(
          request,
          async (smaller) => faultOf(smaller, await sender.send(smaller, limitOf(smaller)))?.kind === fault.kind,
        );
    console.log(`\nFAULT ${found.operation}: ${fault.kind} (${count} times; ${found.changes.join(', ') || 'valid'})`);
    console.log(`  ${fault.detail}`);
    if (found.requestId !== undefined) for (const line of logOf(found.requestId)) console.log(`  log: ${line}`);
    console.log(`  ${asCurl(url, smallest)}`);
  }
  if (distinct.length > MAX_PRINTED) console.log(`\n${distinct.length - MAX_PRINTED} more kinds of faults`);
  for (const { requests, changes } of refusals.found) {
    console.log(`\nFAULT a refused write changed something: ${changes.slice(0, 10).join('; ')}`);
    console.log(requests.length === 1 ? '  it is' : `  it is one of ${requests.length}, such as`);
    for (const request of requests.slice(0, MAX_COMMANDS)) console.log(`  ${asCurl(url, request)}`);
  }
  sender.close();
}
