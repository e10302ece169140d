import { json } from 'node:stream/consumers';
import { type WebhookPayload, webhookPayload } from '@keyhaven/contracts/webhook/delivery';
import { startLoopbackServer } from '@keyhaven/testing/loopback-server';
import { nameOf, type RecordKey } from '../observed/record';
import type { Tally } from '../observed/tally';

/** A webhook receiver that responds to every delivery. */
export interface WebhookReceiver {
  url: string;
  /** The bodies in the order of arrival, including those of repeated deliveries. */
  received: readonly WebhookPayload[];
  /** Whether an event of this record was delivered. */
  has(record: RecordKey): boolean;
  close(): Promise<void>;
}

/** @param faults the list to which a line is added for each body that is not a valid webhook. */
export async function startReceiver(tally: Tally, faults: string[]): Promise<WebhookReceiver> {
  const received: WebhookPayload[] = [];
  const records = new Set<string>();
  const { url, close } = await startLoopbackServer((request, response) => {
    json(request).then(
      (body) => {
        const parsed = webhookPayload.safeParse(body);
        if (!parsed.success) {
          faults.push(`the receiver got a body that is no webhook: ${parsed.error.message}`);
          return void response.writeHead(400).end();
        }
        const event = parsed.data;
        received.push(event);
        records.add(nameOf({ userId: event.user_id, type: event.entity_type, id: event.entity_id }));
        tally.add('delivered');
        return void response.writeHead(204).end();
      },
      // The sender was killed before it had sent the whole body.
      () => response.destroy(),
    );
  });
  return { url: `${url}/`, received, has: (record) => records.has(nameOf(record)), close };
}
