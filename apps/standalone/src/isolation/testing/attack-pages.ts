import { type Account, idOf } from './account';
import { textOf } from './http-client';
import { parametersOf } from './public-routes';
import { unknownLike } from './recognisable-ids';
import { count, forEach, newReport, type Report } from './report';
import { addressOf, type PageRoute, seen, type Visit } from './sign-in-pages';
import type { TwoAccounts } from './two-accounts';

/**
 * The kind of record whose id follows this segment in the path of a page. Undefined means that this id
 * belongs to no record of an account.
 */
const kindsBySegment: Readonly<Record<string, string | undefined>> = {
  apps: 'client_id',
  'authorized-apps': 'authorization',
  bookings: 'booking',
  deliveries: 'delivery',
  links: undefined,
  people: 'person',
  quotes: 'quote',
  'request-log': 'request',
  secrets: 'client_secret',
  tokens: 'token',
  try: undefined,
  webhooks: 'subscription',
};
/** Fields that some forms need, in addition to the CSRF token of the page. */
export const formFields = {
  since_utc: '2020-01-01T00:00:00Z',
  role: 'member',
  name: 'Other',
  redirect_uris: 'https://a.example/',
};

/**
 * Lets a person of the attacker's account open the pages and send the forms about the victim's records. The response
 * must be the same as for an unknown id.
 */
export async function attackPages(
  { victim, attacker, detector }: TwoAccounts,
  routes: readonly PageRoute[],
  visit: Visit,
): Promise<Report> {
  const withIds = routes.filter((route) => route.access !== 'everyone' && kindsIn(route).length > 0);
  const report = newReport('Pages of the portal', withIds);
  await forEach(withIds, async (route) => {
    const { method, path } = route;
    const kinds = kindsIn(route);
    const open = (params: Readonly<Record<string, string>>) => visit(method, addressOf(path, params), formFields);
    const own = paramsOf(route, attacker);
    if (method === 'GET') {
      const { status } = await open(own);
      // Some pages show a secret only once. When such a page is opened again, it redirects.
      if (status !== 200 && status !== 303) throw new Error(`${path} of an own record answered ${status}`);
    }
    for (const chosen of kinds.length > 1 ? [...kinds.map((one) => [one]), kinds] : [kinds]) {
      const ids = chosen.map(([, kind]) => idOf(victim, kind));
      const instead = (values: readonly string[]) =>
        open({ ...own, ...Object.fromEntries(chosen.map(([name], at) => [name, values[at]!])) });
      const answer = await instead(ids);
      const unknown = await instead(ids.map(unknownLike));
      report.tried++;
      count(report, answer.status);
      const title = `${method} ${path} with the ${chosen.map(([, kind]) => kind).join(' and ')} of another account`;
      const [one, two] = [seen(answer, ids), seen(unknown, ids.map(unknownLike))];
      if (one !== two) report.faults.push(`${title}: ${one} differs from that to an unknown id, ${two}`);
      if (answer.status < 300 || answer.status >= 500) {
        report.faults.push(`${title} answered ${answer.status}: ${answer.text}`);
      }
      const leaks = detector.leaksIn(textOf(answer), ids.join(' '));
      if (leaks.length > 0) report.faults.push(`${title} shows ${leaks.join(', ')}`);
    }
  });
  return report;
}

/** The parameters of a page, with the ids of an account's own records. */
export function paramsOf(route: PageRoute, account: Account): Record<string, string> {
  return Object.fromEntries(kindsIn(route).map(([name, kind]) => [name, idOf(account, kind)]));
}

/**
 * The parameters of a path, and the kinds of records whose ids they take. @throws Error for a parameter after an
 * unknown segment.
 */
function kindsIn({ path }: PageRoute): [name: string, kind: string][] {
  const segments = path.split('/');
  return parametersOf(path).flatMap((name): [string, string][] => {
    const before = segments[segments.indexOf(`:${name}`) - 1]!;
    if (!(before in kindsBySegment)) {
      throw new Error(`cannot tell whose id ${name} of the page ${path} is; add ${before} to attack-pages.ts`);
    }
    const kind = kindsBySegment[before];
    return kind === undefined ? [] : [[name, kind]];
  });
}
