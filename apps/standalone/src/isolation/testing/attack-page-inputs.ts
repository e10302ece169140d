import { idOf } from './account';
import { formFields, paramsOf } from './attack-pages';
import { textOf } from './http-client';
import { unknownLike } from './recognisable-ids';
import { type PageInputs, PROBE, recordPageInputs } from './record-page-inputs';
import { count, newReport, type Report } from './report';
import { addressOf, type PageRoute, seen, type Visit } from './sign-in-pages';
import type { TwoAccounts } from './two-accounts';

/**
 * The kinds of records whose ids the query parameters of pages take. The kind `text` is a search term. The key is the
 * name of the parameter, with the path of the page before it if the kind depends on the page.
 */
const kindsByParameter: Readonly<Record<string, string>> = {
  '/portal/bookings after': 'booking',
  '/portal/bookings id': 'booking',
  '/portal/calendar property': 'property',
  '/portal/quotes after': 'quote',
  '/portal/quotes id': 'quote',
  '/portal/request-log after_id': 'request',
  '/portal/request-log credential': 'credential',
  '/portal/request-log request_id': 'request_header',
  '/portal/tokens before': 'token',
  '/portal/webhooks/:id before': 'delivery',
  name: 'text',
  property: 'text',
  q: 'text',
};
/** Query parameters of pages that refer to no record. */
const plainParameters = new Set(['date', 'days', 'errors_only', 'from', 'method', 'offset', 'route', 'status', 'to']);
/** Fields of forms that refer to no record. The forms of "Try it" are attacked separately (attack-try-pages.ts). */
const plainFields = new Set([
  ...['basic_password', 'basic_username', 'current_password', 'decision', 'description', 'email_address', 'expiry'],
  ...['first_name', 'is_public', 'is_subscribed_to_announcements', 'last_name', 'name', 'redirect_uris', 'repeated'],
  ...['role', 'scope', 'since_utc', 'uses_refresh_tokens', 'webhook_url', 'website_url', 'new_password', 'password'],
]);

/**
 * Visits each page once to record which parameters the page reads. Then a person of the attacker's
 * account sends ids and texts of the victim in each of these parameters. The page must look the
 * same as with a value that no record has.
 * @throws Error for a parameter or a field that is in none of the lists above.
 */
export async function attackPageInputs(
  accounts: TwoAccounts,
  routes: readonly PageRoute[],
  visit: Visit,
): Promise<Report> {
  const used = routes.filter(({ access, path }) => access !== 'everyone' && !path.startsWith('/portal/try/'));
  const report = newReport('Parameters of the pages', used);
  const inputs = recordPageInputs();
  try {
    for (const route of used) {
      const read = await record(accounts, route, visit, inputs);
      const unclassified = read.form.find((name) => !plainFields.has(name));
      if (unclassified !== undefined)
        throw new Error(`${route.path}: cannot tell whose id the field ${unclassified} is`);
      for (const name of read.query) await attackParameter(accounts, { route, name, visit, report });
    }
  } finally {
    inputs.end();
  }
  return report;
}

/**
 * Opens a page about a record of the attacker, or sends a form about an unknown record. @returns
 * the names of the parameters and fields that the page read.
 */
async function record({ attacker }: TwoAccounts, route: PageRoute, visit: Visit, inputs: PageInputs) {
  const own = Object.entries(paramsOf(route, attacker));
  const isForm = route.method === 'POST';
  const params = Object.fromEntries(own.map(([name, id]) => [name, isForm ? unknownLike(id) : id]));
  inputs.take();
  await visit(route.method, `${addressOf(route.path, params)}?${PROBE}=1`, { ...formFields, [PROBE]: 'yes' });
  return inputs.take();
}

interface Attacked {
  route: PageRoute;
  name: string;
  visit: Visit;
  report: Report;
}

async function attackParameter(accounts: TwoAccounts, { route, name, visit, report }: Attacked): Promise<void> {
  const { victim, attacker, detector } = accounts;
  const { method, path } = route;
  const kind = kindsByParameter[`${path} ${name}`] ?? kindsByParameter[name];
  if (kind === undefined) {
    if (plainParameters.has(name)) return;
    throw new Error(`${path}: cannot tell whose id the parameter ${name} is; add it to attack-page-inputs.ts`);
  }
  const id = idOf(victim, kind);
  const open = (value: string) => {
    // The calendar shows a night only if its date is sent too. With this early `from`, lists contain all stays.
    const query = new URLSearchParams({ from: '2020-01-01', days: '90', date: '2020-02-01', [name]: value });
    return visit(method, `${addressOf(path, paramsOf(route, attacker))}?${query.toString()}`, formFields);
  };
  const [answer, unknown] = [await open(id), await open(unknownLike(id))];
  report.tried++;
  count(report, answer.status);
  const title = `${method} ${path} with the ${kind} of another account in ${name}`;
  const [one, two] = [seen(answer, [id]), seen(unknown, [unknownLike(id)])];
  if (one !== two) report.faults.push(`${title}: ${one} differs from that for an unknown value, ${two}`);
  if (answer.status >= 500) report.faults.push(`${title} answered ${answer.status}`);
  const leaks = detector.leaksIn(textOf(answer), id);
  if (leaks.length > 0) report.faults.push(`${title} shows ${leaks.join(', ')}`);
}
