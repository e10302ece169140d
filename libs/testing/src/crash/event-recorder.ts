import { text } from 'node:stream/consumers';
import type { ChangeEvent } from '@keyhaven/events/change-event';
import { startLoopbackServer } from '../loopback-server';

/** The consumer groups that must receive every event. */
export const GROUPS = ['first', 'second'] as const;
export type Group = (typeof GROUPS)[number];
/** The events that each group received, in the order of arrival. */
export type PublishedEvents = Record<Group, ChangeEvent[]>;

/**
 * Records the events that consumer groups receive, in one order for all processes. The recorded
 * events are kept in the process of the test.
 */
export interface EventRecorder {
  url: string;
  published: PublishedEvents;
  close: () => Promise<void>;
}

/**
 * Starts a server to which the groups in other processes send their events. The server responds
 * after it has recorded the event.
 */
export async function startEventRecorder(): Promise<EventRecorder> {
  const published: PublishedEvents = { first: [], second: [] };
  const { url, close } = await startLoopbackServer((request, response) => {
    text(request).then(
      (event) => {
        published[request.url!.slice(1) as Group].push(JSON.parse(event) as ChangeEvent);
        response.writeHead(204).end();
      },
      // The sender was killed before it had sent the whole event.
      () => response.destroy(),
    );
  });
  return { url, published, close };
}
