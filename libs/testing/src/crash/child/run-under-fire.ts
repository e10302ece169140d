/**
 * Runs a service as a process that a crash test kills at one of its calls. Deployed code does not
 * use this file.
 */
import http from 'node:http';
import { type ChangeEvent, resyncTopic } from '@keyhaven/events/change-event';
import type { EventBus } from '@keyhaven/events/event-bus';
import type { ServiceDefinition } from '@keyhaven/service/service-definition';
import { runServiceForTests } from '../../service-process';
import { GROUPS } from '../event-recorder';
import { countRequests } from './count-requests';
import { countStoreCalls } from './count-store-calls';
import { countedBus } from './counted-bus';
import { countedCall, untilQuiet } from './counted-calls';
import { sabotageOf } from './sabotage';

/**
 * The first sweeps of a started process (background searches for unfinished work) are considered
 * finished when the process has made no call for QUIET_MS, or after SWEEPS_MS. Both in
 * milliseconds.
 */
const QUIET_MS = 100;
const SWEEPS_MS = 5_000;

export function runUnderFire(definition: ServiceDefinition): Promise<void> {
  const { RECORDER_URL, SABOTAGE } = process.env as Record<string, string | undefined>;
  const sabotage = sabotageOf(SABOTAGE);
  countRequests();
  countStoreCalls(sabotage);
  // Wait for the first sweeps: during a sweep, calls for requests would be counted as calls of the
  // sweep.
  const settle = () => untilQuiet(QUIET_MS, SWEEPS_MS);
  const prepare = async (inner: EventBus) => {
    const bus = countedBus(inner, sabotage);
    for (const topic of [definition.topic, resyncTopic(definition.topic)]) {
      for (const group of GROUPS) {
        await bus.consume({
          group,
          topic,
          handle: (event) => countedCall(`event to ${group}`, () => record(`${RECORDER_URL}/${group}`, event)),
        });
      }
    }
    return bus;
  };
  return runServiceForTests(definition, prepare, settle);
}

/**
 * Sends the event with http.request instead of fetch: loading fetch takes a tenth of the processor
 * time of a process that serves one request.
 */
async function record(url: string, event: ChangeEvent): Promise<void> {
  const { statusCode } = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http.request(url, { method: 'POST' }, resolve).once('error', reject).end(JSON.stringify(event));
  }).then((response) => response.resume());
  if (statusCode !== 204) throw new Error(`the recorder answered ${statusCode}`);
}
