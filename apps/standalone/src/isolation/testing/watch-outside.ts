import { until } from '@keyhaven/testing/until';
import { z } from 'zod';
import type { Account } from './account';
import { type Answer, send } from './http-client';
import { bodyOf } from './read-answer';
import { idPattern } from './recognisable-ids';
import type { TwoAccounts } from './two-accounts';

const line = z.object({ request_id: z.string().optional(), credential_id: z.string().optional() });

/**
 * Finds data of the victim in lines of the log that were written while the victim sent no requests.
 * A line may contain data that its own request has sent.
 */
export function leaksInLog({ sent, detector }: Pick<TwoAccounts, 'sent' | 'detector'>, lines: readonly string[]) {
  // The portal calls the public API with request ids of its own. Allow all data that was sent to
  // pages.
  const sentToPages = [...sent.values()].filter((text) => text.includes('/portal/')).join(' ');
  return lines.flatMap((text) => {
    const { request_id = '', credential_id } = line.parse(JSON.parse(text));
    const known = sent.get(request_id) ?? (credential_id === 'portal' ? sentToPages : '');
    const leaks = detector.leaksIn(text, known);
    return leaks.length > 0 ? [`a line of the log shows ${leaks.join(', ')}: ${text}`] : [];
  });
}

/** Finds ids and marker words of any account in the labels of metrics. */
export function namesInMetrics(metrics: string, markers: readonly string[]): string[] {
  const labels = (metrics.match(/\{[^}]*\}/g) ?? []).join(' ').toLowerCase();
  const ids = (labels.match(/\d{10,}/g) ?? []).filter((number) => idPattern.test(number));
  return [...ids, ...markers.filter((marker) => labels.includes(marker))];
}

/** Finds data of any account in the metrics. */
export async function leaksInMetrics({ platform, detector, victim, attacker }: TwoAccounts): Promise<string[]> {
  const metrics = await platform.metrics();
  const found = [...detector.leaksIn(metrics), ...namesInMetrics(metrics, [victim.marker, attacker.marker])];
  return found.map((leak) => `the metrics show ${leak}`);
}

const loggedRequests = z.object({
  items: z.array(z.looseObject({ id: z.string(), request_id: z.string(), error_code: z.string().nullable() })),
  next_page_url: z.string().nullable(),
});
/** How many failed requests are read with their details. */
const DETAILS = 100;

/**
 * Finds data of the victim in the request log of the attacker. An entry and its details may contain data that the
 * logged request has sent.
 */
export async function leaksInRequestLog(accounts: TwoAccounts): Promise<{ entries: number; leaks: string[] }> {
  const { platform, attacker } = accounts;
  const headers = { authorization: attacker.credentials.app };
  const entries: { id: string; request_id: string; text: string; isError: boolean }[] = [];
  for (let target: string | null = '/v2/requestlog?limit=1000'; target !== null;) {
    const page: z.output<typeof loggedRequests> = bodyOf(await send(platform.url, { target, headers }), loggedRequests);
    for (const item of page.items) {
      entries.push({ ...item, text: JSON.stringify(item), isError: item.error_code !== null });
    }
    target = page.next_page_url;
  }
  const failed = entries.filter(({ isError }) => isError).slice(0, DETAILS);
  const details = failed.map(async ({ id, request_id }) => {
    const { text } = await send(platform.url, { target: `/v2/requestlog/${id}`, headers });
    return { request_id, text };
  });
  const texts = [...entries, ...(await Promise.all(details))];
  return { entries: texts.length, leaks: leaksInEntries(accounts, texts) };
}

/**
 * Finds data of the victim in entries of a request log. Data that the logged request itself has
 * sent does not count.
 */
export function leaksInEntries(
  { sent, detector }: Pick<TwoAccounts, 'sent' | 'detector'>,
  entries: readonly { request_id: string; text: string }[],
): string[] {
  return entries.flatMap(({ request_id, text }) => {
    const leaks = detector.leaksIn(text, sent.get(request_id));
    return leaks.length > 0 ? [`an entry of the request log shows ${leaks.join(', ')}: ${text}`] : [];
  });
}

const eventPage = z.object({
  items: z.array(z.looseObject({ user_id: z.number() })),
  next_cursor: z.string(),
  has_more: z.boolean(),
});

/** Reads the whole event log of an account. */
export async function readEvents({ platform }: Pick<TwoAccounts, 'platform'>, { credentials }: Account) {
  const headers = { authorization: credentials.app };
  const read = async (after: string): Promise<{ answers: Answer[]; users: number[]; cursor: string }> => {
    const answer = await send(platform.url, { target: `/v2/events?limit=1000${after}`, headers });
    const { items, next_cursor, has_more } = bodyOf(answer, eventPage);
    const users = items.map(({ user_id }) => user_id);
    if (!has_more) return { answers: [answer], users, cursor: next_cursor };
    const rest = await read(`&after=${next_cursor}`);
    return { answers: [answer, ...rest.answers], users: [...users, ...rest.users], cursor: rest.cursor };
  };
  return read('');
}

/** Finds data of the victim in the event log of the attacker. */
export async function leaksInEvents(accounts: TwoAccounts): Promise<string[]> {
  const { attacker, detector } = accounts;
  const { answers, users } = await readEvents(accounts, attacker);
  if (users.length === 0) return ['the event log of the attacker is empty, so nothing was checked'];
  const others = users.filter((user) => user !== attacker.userId);
  return [
    ...others.map((user) => `the event log has an event of the account ${user}`),
    ...answers.flatMap(({ text }) => detector.leaksIn(text)).map((leak) => `the event log shows ${leak}`),
  ];
}

/**
 * Lets the attacker change a record. Finds data of the victim in the attacker's webhooks, and data of the attacker in
 * the victim's.
 */
export async function leaksInWebhooks({ platform, attacker, victim, detector }: TwoAccounts): Promise<string[]> {
  const { received, url } = platform;
  const ofAttacker = () => received.filter(({ path }) => path.endsWith(attacker.marker));
  const before = ofAttacker().length;
  const headers = { authorization: attacker.credentials.app };
  const body = { notes: `${attacker.marker} changed` };
  const target = `/v2/guests/${attacker.ids.guest}`;
  bodyOf(await send(url, { method: 'PATCH', target, headers, body }), z.unknown());
  await until(() => ofAttacker().length > before);
  const event = z.object({ user_id: z.number() });
  const strangers = received.filter(({ path, text }) => {
    const owner = [victim, attacker].find(({ marker }) => path.endsWith(marker));
    return owner !== undefined && event.parse(JSON.parse(text)).user_id !== owner.userId;
  });
  return [
    ...strangers.map(({ path, text }) => `the webhook ${path} received a change of another account: ${text}`),
    ...ofAttacker().flatMap(({ text }) => detector.leaksIn(text).map((leak) => `a webhook shows ${leak}: ${text}`)),
  ];
}
