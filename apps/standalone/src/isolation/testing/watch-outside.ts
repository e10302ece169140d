import { until } from '@keyhaven/testing/until';
import { z } from 'zod';
import { send } from './http-client';
import { bodyOf } from './read-answer';
import type { TwoAccounts } from './two-accounts';

const line = z.object({ request_id: z.string().optional(), credential_id: z.string().optional() });

/** Finds what the log shows of the victim, while only others send requests. A line may contain what its request sent. */
export function leaksInLog({ sent, detector }: Pick<TwoAccounts, 'sent' | 'detector'>, lines: readonly string[]) {
  // The portal's requests to the public API have ids of their own.
  const sentToPages = [...sent.values()].filter((text) => text.includes('/portal/')).join(' ');
  return lines.flatMap((text) => {
    const { request_id = '', credential_id } = line.parse(JSON.parse(text));
    const known = sent.get(request_id) ?? (credential_id === 'portal' ? sentToPages : '');
    const leaks = detector.leaksIn(text, known);
    return leaks.length > 0 ? [`a line of the log shows ${leaks.join(', ')}: ${text}`] : [];
  });
}

/** Finds what the metrics show of the victim. */
export async function leaksInMetrics({ platform, detector }: TwoAccounts): Promise<string[]> {
  return detector.leaksIn(await platform.metrics()).map((leak) => `the metrics show ${leak}`);
}

/** Finds what the event log of the attacker shows of the victim. */
export async function leaksInEvents({ platform, attacker, detector }: TwoAccounts): Promise<string[]> {
  const page = z.object({ items: z.array(z.looseObject({ user_id: z.number() })), next_cursor: z.string() });
  const headers = { authorization: attacker.credentials.app };
  const answer = await send(platform.url, { target: '/v2/events?limit=1000', headers });
  const { items } = bodyOf(answer, page);
  if (items.length === 0) return ['the event log of the attacker is empty, so nothing was checked'];
  const others = items.filter(({ user_id }) => user_id !== attacker.userId);
  return [
    ...others.map((event) => `the event log has an event of another account: ${JSON.stringify(event)}`),
    ...detector.leaksIn(answer.text).map((leak) => `the event log shows ${leak}`),
  ];
}

/** Lets the attacker change a record, and finds what its webhooks show of the victim, and those of the victim of it. */
export async function leaksInWebhooks({ platform, attacker, victim, detector }: TwoAccounts): Promise<string[]> {
  const { received, url } = platform;
  const ofAttacker = () => received.filter(({ path }) => path === `/${attacker.marker}`);
  const before = ofAttacker().length;
  const headers = { authorization: attacker.credentials.app };
  const body = { notes: `${attacker.marker} changed` };
  const target = `/v2/guests/${attacker.ids.guest}`;
  bodyOf(await send(url, { method: 'PATCH', target, headers, body }), z.unknown());
  await until(() => ofAttacker().length > before);
  const event = z.object({ user_id: z.number() });
  const strangers = received.filter(({ path, text }) => {
    const { userId } = path === `/${victim.marker}` ? victim : attacker;
    return (
      (path === `/${victim.marker}` || path === `/${attacker.marker}`) &&
      event.parse(JSON.parse(text)).user_id !== userId
    );
  });
  return [
    ...strangers.map(({ path, text }) => `the webhook ${path} received a change of another account: ${text}`),
    ...ofAttacker().flatMap(({ text }) => detector.leaksIn(text).map((leak) => `a webhook shows ${leak}: ${text}`)),
  ];
}
