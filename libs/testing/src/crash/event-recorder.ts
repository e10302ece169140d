import { text } from 'node:stream/consumers';
import type { ChangeEvent } from '@keyhaven/events/change-event';
import { startLoopbackServer } from './loopback-server';

/** The consumer groups that every event has to reach. */
export const GROUPS = ['first', 'second'] as const;
export type Group = (typeof GROUPS)[number];
/** The events that each group received, in the order of arrival. */
export type PublishedEvents = Record<Group, ChangeEvent[]>;

/** The events that consumer groups received, kept in the test's own process, in one order across all processes. */
export interface EventRecorder {
  url: string;
  published: PublishedEvents;
  close: () => Promise<void>;
}

/** A server that groups in other processes send their events to; an answer means that the event is stored. */
export async function startEventRecorder(): Promise<EventRecorder> {
  const published: PublishedEvents = { first: [], second: [] };
  const { url, close } = await startLoopbackServer((request, response) => {
    text(request).then(
      (event) => {
        published[request.url!.slice(1) as Group].push(JSON.parse(event) as ChangeEvent);
        response.writeHead(204).end();
      },
      // A process was killed while it was sending.
      () => response.destroy(),
    );
  });
  return { url, published, close };
}
