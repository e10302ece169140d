import { text } from 'node:stream/consumers';
import type { ChangeEvent } from '@keyhaven/events/change-event';
import { startLoopbackServer } from './loopback-server';

/** The consumer groups that every event has to reach. */
export const GROUPS = ['first', 'second'] as const;
export type Group = (typeof GROUPS)[number];
/** What each group was told, in the order of arrival. */
export type PublishedEvents = Record<Group, ChangeEvent[]>;

/** What consumer groups were told, kept in the test's own process: in one order across all processes that told it. */
export interface EventRecorder {
  url: string;
  published: PublishedEvents;
  close: () => Promise<void>;
}

/** A server that groups in other processes send their events to: answered means kept. */
export async function startEventRecorder(): Promise<EventRecorder> {
  const published: PublishedEvents = { first: [], second: [] };
  const { url, close } = await startLoopbackServer((request, response) => {
    text(request).then(
      (event) => {
        published[request.url!.slice(1) as Group].push(JSON.parse(event) as ChangeEvent);
        response.writeHead(204).end();
      },
      // A process that was killed while it sent.
      () => response.destroy(),
    );
  });
  return { url, published, close };
}
