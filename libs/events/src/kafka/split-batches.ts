import { type ChangeEvent, eventKey } from '../change-event';
import { MAX_EVENT_BYTES, partitionOf } from './topic-layout';

/** A message as it is sent. */
export interface OutgoingMessage {
  key: string | null;
  value: Buffer;
  partition: number;
}

export interface Batch {
  eventIds: string[];
  messages: OutgoingMessage[];
  bytes: number;
}

/** A batch stays well below the limit of a topic, even if all of it goes to one partition as one record batch. */
const MAX_BATCH_BYTES = 1_000_000;
/** A single event may be larger than a batch; Kafka's headers, the key and the length fields take less than this. */
const OVERHEAD_BYTES = 4096;
const MAX_BATCH_EVENTS = 1000;

/**
 * The events as messages, in batches that are sent one after the other. Events that are too large are `refused`, and so are
 * those behind them of the same record, which must not overtake them.
 */
export function splitBatches(events: readonly ChangeEvent[]): { batches: Batch[]; refused: string[] } {
  const batches: Batch[] = [];
  const refused: string[] = [];
  const held = new Set<string>();
  for (const event of events) {
    const key = eventKey(event);
    const value = Buffer.from(JSON.stringify(event));
    if (held.has(key) || value.length > MAX_EVENT_BYTES - OVERHEAD_BYTES) {
      const why = held.has(key) ? 'follows one that was refused' : `has ${value.length} bytes, too many for a topic`;
      refused.push(`event ${event.event_id} of ${key} ${why}`);
      held.add(key);
      continue;
    }
    let batch = batches.at(-1);
    if (!batch || batch.bytes + value.length > MAX_BATCH_BYTES || batch.messages.length >= MAX_BATCH_EVENTS) {
      batch = { eventIds: [], messages: [], bytes: 0 };
      batches.push(batch);
    }
    batch.eventIds.push(event.event_id);
    batch.messages.push({ key, value, partition: partitionOf(key) });
    batch.bytes += value.length;
  }
  return { batches, refused };
}
