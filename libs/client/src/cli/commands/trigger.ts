import type { Client } from '../../client';
import { openClient } from '../settings/open-client';
import type { Settings } from '../settings/settings';
import { printJson, type Terminal } from '../terminal/terminal';
import { UsageError } from '../terminal/usage-error';

export interface TriggerOptions extends Settings {
  /** The id of the booking to change, or of the subscription to test. */
  id?: string;
}

/** The events that `trigger` can cause, and what each does to the account. */
export const samples = {
  guest: 'creates a guest named "Keyhaven Sample" and deletes it: entity_create and entity_delete of a guest',
  booking: 'changes the notes of the booking --id and changes them back: two entity_update of the booking',
  'webhook-test':
    'sends a webhook_test to the subscription --id; it is not in the event log, so listen does not show it',
} as const;

type Sample = (client: Client, options: TriggerOptions, signal: AbortSignal) => Promise<Record<string, unknown>>;

/**
 * Causes a sample event. Changes the account and reverts the change immediately, or sends a test
 * event to a subscription.
 */
export async function trigger(sample: string, options: TriggerOptions, terminal: Terminal): Promise<void> {
  const run = runs[sample];
  if (!run) throw new UsageError(`${sample} is not one of ${Object.keys(samples).join(', ')}`);
  const done = await run(await openClient(options, terminal), options, terminal.signal);
  if (terminal.isJson) return printJson(terminal, done);
  terminal.print(String(done.did));
}

const runs: Readonly<Record<string, Sample>> = {
  guest: async (client, _, signal) => {
    const guest = await client.createGuest({ body: { first_name: 'Keyhaven', last_name: 'Sample' } }, { signal });
    await client.deleteGuest({ id: guest.id });
    return { did: `created and deleted guest ${guest.id}`, guest_id: guest.id };
  },
  booking: async (client, options, signal) => {
    const id = requiredId(options, 'a booking');
    const { body, etag } = await client.answer('getBooking', { id }, { signal });
    const changed = await client.answer(
      'updateBooking',
      { id, body: { notes: `${body.notes ?? ''} (keyhaven trigger)`.trim() } },
      { ifMatch: etag, signal },
    );
    await client.updateBooking({ id, body: { notes: body.notes ?? null } }, { ifMatch: changed.etag });
    return { did: `changed the notes of booking ${id} and changed them back`, booking_id: Number(id) };
  },
  'webhook-test': async (client, options, signal) => {
    const id = options.id ?? (await onlySubscription(client, signal));
    const delivery = await client.testSubscription({ id }, { signal });
    return {
      did: `sent a webhook_test to subscription ${id} (event ${delivery.event_id})`,
      event_id: delivery.event_id,
    };
  },
};

function requiredId({ id }: TriggerOptions, what: string): string {
  if (id === undefined) throw new UsageError(`--id must be the id of ${what}`);
  return id;
}

async function onlySubscription(client: Client, signal: AbortSignal): Promise<number> {
  const { items } = await client.listSubscriptions({ limit: 20 }, { signal });
  if (items.length === 1) return items[0]!.id;
  if (items.length === 0) throw new UsageError('these credentials have no subscription; create one first');
  const list = items.map(({ id, type, webhook_url }) => `${id} (${type}, ${webhook_url})`).join(', ');
  throw new UsageError(`--id must be one of the subscriptions ${list}`);
}
