import { z } from 'zod';
import { idOf } from './account';
import { type Answer, textOf } from './http-client';
import { parametersOf } from './public-routes';
import { bodyOf } from './read-answer';
import { unknownLike } from './recognisable-ids';
import { count, forEach, newReport, type Report } from './report';
import type { TwoAccounts } from './two-accounts';

/** A route of the portal. */
export interface PageRoute {
  method: 'GET' | 'POST';
  path: string;
  access: string;
}

/** Whose id the parameter after a segment is. Undefined means that it names nothing of an account. */
const kindsBySegment: Readonly<Record<string, string | undefined>> = {
  apps: 'client_id',
  'authorized-apps': 'authorization',
  bookings: 'booking',
  deliveries: 'delivery',
  people: 'person',
  quotes: 'quote',
  'request-log': 'request',
  secrets: 'client_secret',
  tokens: 'token',
  try: undefined,
  webhooks: 'subscription',
};
/** Fields that some forms need, besides the token of the page. */
const fields = {
  since_utc: '2020-01-01T00:00:00Z',
  role: 'member',
  name: 'Other',
  redirect_uris: 'https://a.example/',
};

/**
 * Lets a person of the attacker's account open the pages and send the forms of the victim's records. The answer must be
 * that to an unknown id.
 */
export async function attackPages(accounts: TwoAccounts, routes: readonly PageRoute[]): Promise<Report> {
  const withIds = routes.filter((route) => route.access !== 'everyone' && kindsIn(route).length > 0);
  const report = newReport('Pages of the portal', withIds);
  const { victim, attacker, detector } = accounts;
  const send = await signIn(accounts);
  await forEach(withIds, async (route) => {
    const kinds = kindsIn(route);
    const own = kinds.map(([name, kind]) => [name, idOf(attacker, kind)] as const);
    if (route.method === 'GET') {
      const { status } = await send(route, own);
      // A page that shows a secret once leads elsewhere afterwards.
      if (status !== 200 && status !== 303) throw new Error(`${route.path} of an own record answered ${status}`);
    }
    const choices = kinds.length > 1 ? [...kinds.map((one) => [one]), kinds] : [kinds];
    for (const chosen of choices) {
      const instead = (change: (id: string) => string) => [
        ...own,
        ...chosen.map(([name, kind]) => [name, change(idOf(victim, kind))] as const),
      ];
      const answer = await send(
        route,
        instead((id) => id),
      );
      const unknown = await send(route, instead(unknownLike));
      report.tried++;
      count(report, answer.status);
      const title = `${route.method} ${route.path} with the ${chosen.map(([, kind]) => kind).join(' and ')} of another account`;
      if (
        outcome(answer, victim.ids) !== outcome(unknown, victim.ids) ||
        answer.status >= 500 ||
        answer.status === 200
      ) {
        report.faults.push(`${title} answered ${answer.status}; to an unknown id ${unknown.status}: ${answer.text}`);
      }
      const leaks = detector.leaksIn(textOf(answer), chosen.map(([, kind]) => idOf(victim, kind)).join(' '));
      if (leaks.length > 0) report.faults.push(`${title} shows ${leaks.join(', ')}`);
    }
  });
  return report;
}

/** The parameters of a path, with whose id each takes. */
function kindsIn({ path }: PageRoute): [name: string, kind: string][] {
  const segments = path.split('/');
  return parametersOf(path).flatMap((name): [string, string][] => {
    const before = segments[segments.indexOf(`:${name}`) - 1]!;
    if (!(before in kindsBySegment) && before !== 'links')
      throw new Error(`cannot tell whose id ${name} of ${path} is`);
    const kind = kindsBySegment[before];
    return kind === undefined ? [] : [[name, kind]];
  });
}

/** The status, where it leads, and whether a message is shown there. */
function outcome({ status, headers }: Answer, ids: Readonly<Record<string, string>>): string {
  const [location = '', cookies = ''] = [headers.location, headers['set-cookie']];
  const plain = Object.values(ids).reduce(
    (rest, id) => rest.replaceAll(unknownLike(id), '').replaceAll(id, ''),
    location,
  );
  return `${status} ${plain} ${cookies.includes('keyhaven_flash=')}`;
}

type Send = (route: PageRoute, params: readonly (readonly [string, string])[]) => Promise<Answer>;

/** Signs the person of the attacker's account in. */
async function signIn({ platform, attacker, sendAsOther }: TwoAccounts): Promise<Send> {
  const target = `/accounts/${attacker.userId}/users/${attacker.personId}/links`;
  const link = await platform.operate('identity', { method: 'POST', target, body: {} });
  const { url } = bodyOf(link, z.object({ url: z.string() }));
  const password = 'a long password of a person';
  const redeemed = { token: url.split('/').at(-1), password, address: '127.0.0.1' };
  const session = z.object({ active: z.literal(true), token: z.string() });
  const { token } = bodyOf(await platform.callAsPortal('/internal/links/redeem', redeemed), session);
  const cookie = `keyhaven_session=${token}`;
  const { headers } = await sendAsOther({ target: '/portal', headers: { cookie } });
  const [, csrf = ''] = /keyhaven_csrf=([^;,]+)/.exec(headers['set-cookie'] ?? '') ?? [];
  const ofForm = { cookie: `${cookie}; keyhaven_csrf=${csrf}`, 'sec-fetch-site': 'same-origin' };
  return ({ method, path }, params) => {
    const values = Object.fromEntries(params);
    const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
    if (method === 'GET') return sendAsOther({ target: filled, headers: { cookie } });
    return sendAsOther({
      method,
      target: filled,
      headers: ofForm,
      form: { ...fields, csrf_token: decodeURIComponent(csrf) },
    });
  };
}
