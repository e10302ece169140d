import { setTimeout as sleep } from 'node:timers/promises';
import type { WebhookPayload } from '@keyhaven/contracts/webhook/delivery';
import { differences, lostEvents } from '../checks/events';
import type { Acknowledged } from '../observed/record';

const CHECK_EVERY_MS = 2000;

/**
 * Waits until every acknowledged change has been delivered and is in the event log, or until
 * `seconds` have passed.
 * @returns how long the wait took, in seconds; undefined if events are still missing.
 */
export async function settle(
  acknowledged: readonly Acknowledged[],
  received: readonly WebhookPayload[],
  consumed: () => readonly WebhookPayload[],
  seconds: number,
): Promise<number | undefined> {
  const begun = performance.now();
  const isComplete = () =>
    lostEvents(acknowledged, received).length === 0 &&
    lostEvents(acknowledged, consumed()).length === 0 &&
    differences(['one', received], ['other', consumed()]).length === 0;
  for (;;) {
    const passed = (performance.now() - begun) / 1000;
    if (isComplete()) return passed;
    if (passed > seconds) return undefined;
    await sleep(CHECK_EVERY_MS);
  }
}
