import { eventTypes } from '@keyhaven/contracts/webhook/event';
import { until } from '@keyhaven/testing/until';
import { openStream } from '@keyhaven/webhook/testing/event-stream';
import { z } from 'zod';
import type { Account } from './account';
import { send } from './http-client';
import { createLeakDetector, type LeakDetector } from './leak-detector';
import { bodyOf, withId } from './read-answer';
import { render } from './request-parts';
import { readStoredData } from './stored-data';
import type { TwoAccounts } from './two-accounts';
import { readEvents } from './watch-outside';

/** What one account received while another account changed its own records. */
interface Heard {
  /** How many events the changes caused. */
  changes: number;
  /** The contents of the listening account's stream, event log and webhooks. */
  stream: string;
  log: string;
  webhooks: string;
  /** Knows all data of the account that changed its records, including new records. */
  detector: LeakDetector;
}

/**
 * Lets the victim send all of its writes again, while another account listens with a stream of events and with webhooks
 * of all types.
 * @param listener the account that listens. Defaults to the attacker.
 */
export async function listenToChanges(accounts: TwoAccounts, listener = accounts.attacker): Promise<Heard> {
  const { platform, victim, keyed } = accounts;
  const path = `/changes-for-${listener.marker}`;
  const call = (account: Account, method: string, target: string, body: object) =>
    send(platform.url, { method, target, body, headers: { authorization: account.credentials.app } });
  for (const type of eventTypes) {
    const hook = { type, webhook_url: `${platform.receiver}${path}` };
    bodyOf(await call(listener, 'POST', '/v2/webhooksubscriptions', hook), withId);
  }
  const stream = await openStream(platform.url, listener.credentials.app, { query: '?after=latest' });
  try {
    const { users } = await readEvents(accounts, victim);
    for (const [{ route }, parts] of keyed) {
      await send(platform.url, render(route, { ...parts, headers: { authorization: victim.credentials.app } }));
    }
    await changeGuest(victim);
    const ofVictim = await until(async () => {
      const log = await readEvents(accounts, victim);
      return textIn(log).includes(lastOf(victim)) ? log : undefined;
    });
    // The listener's own change comes last. When the listener has received it, all earlier changes
    // were handled.
    await changeGuest(listener);
    const webhooks = () => platform.received.filter((one) => one.path === path).map(({ text }) => text);
    await until(() => [stream.text(), webhooks().join()].every((text) => text.includes(lastOf(listener))));
    return {
      changes: ofVictim.users.length - users.length,
      stream: stream.text(),
      log: textIn(await readEvents(accounts, listener)),
      webhooks: webhooks().join('\n'),
      detector: createLeakDetector(await readStoredData(), victim.userId, victim.marker),
    };
  } finally {
    stream.leave();
  }

  async function changeGuest(account: Account) {
    bodyOf(await call(account, 'PATCH', `/v2/guests/${account.ids.guest}`, { notes: lastOf(account) }), z.unknown());
  }
}

const lastOf = ({ marker }: Account) => `last change of ${marker}`;

function textIn({ answers }: Awaited<ReturnType<typeof readEvents>>): string {
  return answers.map(({ text }) => text).join('\n');
}
