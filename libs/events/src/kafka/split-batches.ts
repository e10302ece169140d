import { type ChangeEvent, eventKey } from '../change-event';
import type { EventTraces } from '../event-bus';
import { MAX_EVENT_BYTES, partitionOf } from './topic-layout';

/** A message as it is sent to Kafka. */
export interface OutgoingMessage {
  key: string | null;
  value: Buffer;
  partition: number;
  /** The trace context, as W3C trace headers. */
  headers?: Record<string, string>;
}

export interface Batch {
  eventIds: string[];
  messages: OutgoingMessage[];
  bytes: number;
}

/**
 * The maximum size of a batch of several events, in bytes. It is well below the limit of a topic,
 * even if all events go to one partition as a single record batch. A larger event is sent alone.
 */
const MAX_BATCH_BYTES = 1_000_000;
/** The maximum number of bytes that Kafka adds to an event: headers, key and length fields. */
const OVERHEAD_BYTES = 4096;
const MAX_BATCH_EVENTS = 1000;

/**
 * Splits events into batches of messages, which are sent one after the other. Refuses events that
 * are too large. Also refuses the later events of the same records, because a later event must not
 * overtake a refused event.
 */
export function splitBatches(
  events: readonly ChangeEvent[],
  traces?: EventTraces,
): { batches: Batch[]; refused: string[] } {
  const batches: Batch[] = [];
  const refused: string[] = [];
  const blocked = new Set<string>();
  for (const event of events) {
    const key = eventKey(event);
    const value = Buffer.from(JSON.stringify(event));
    if (blocked.has(key) || value.length > MAX_EVENT_BYTES - OVERHEAD_BYTES) {
      const why = blocked.has(key) ? 'follows one that was refused' : `has ${value.length} bytes, too many for a topic`;
      refused.push(`event ${event.event_id} of ${key} ${why}`);
      blocked.add(key);
      continue;
    }
    let batch = batches.at(-1);
    if (!batch || batch.bytes + value.length > MAX_BATCH_BYTES || batch.messages.length >= MAX_BATCH_EVENTS) {
      batch = { eventIds: [], messages: [], bytes: 0 };
      batches.push(batch);
    }
    batch.eventIds.push(event.event_id);
    const trace = traces?.get(event.event_id);
    batch.messages.push({ key, value, partition: partitionOf(key), ...(trace && { headers: { ...trace } }) });
    batch.bytes += value.length;
  }
  return { batches, refused };
}
