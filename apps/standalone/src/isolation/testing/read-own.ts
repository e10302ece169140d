import { z } from 'zod';
import { type Answer, textOf } from './http-client';
import { accountRoutes, type NamedRoute, titleOf } from './public-routes';
import { count, forEach, newReport, type Report } from './report';
import { render } from './request-parts';
import { sendAsAttacker } from './send-as-attacker';
import type { TwoAccounts } from './two-accounts';
import { validRequest } from './valid-request';

/**
 * Lets the attacker read each of its own lists and records. None may show data of the victim or count the victim's
 * records.
 * @param expected the expected statuses.
 */
export async function readOwn(accounts: TwoAccounts, routes = accountRoutes, expected = [200]): Promise<Report> {
  const { attacker, detector } = accounts;
  const reads = routes.filter(({ route }) => route.method === 'GET');
  const report = newReport('Reads of own records', reads);
  await forEach(reads, async (named) => {
    const answer = await sendAsAttacker(accounts, named, validRequest(named, attacker));
    report.tried++;
    count(report, answer.status);
    if (!expected.includes(answer.status)) {
      report.faults.push(`${titleOf(named)} answered ${answer.status}: ${answer.text}`);
    }
    const leaks = detector.leaksIn(textOf(answer));
    if (leaks.length > 0) report.faults.push(`${titleOf(named)} shows ${leaks.join(', ')}: ${answer.text}`);
    report.faults.push(...faultsOfCount(named, answer));
  });
  return report;
}

/**
 * Lists that are not empty even if the account has no records. They contain the requests of the
 * account, or records that the platform creates.
 */
const neverEmpty = /^\/v2\/(requestlog|events|users|webhooksubscriptions\/categories)/;

/**
 * Lets an account without records read all lists. Where a list needs a filter, ids of the victim are sent. The lists
 * must be empty, except those in `neverEmpty`. Each count must equal the number of listed records.
 */
export async function readLists({ empty, detector, platform, sendAsOther }: TwoAccounts): Promise<Report> {
  const isList = ({ route }: NamedRoute) => route.method === 'GET' && !route.path.includes(':');
  const lists = accountRoutes.filter(isList);
  const report = newReport('Lists of an account without records', lists);
  const read = async (named: NamedRoute) => {
    const headers = { authorization: empty.credentials.app };
    const answer = await sendAsOther(render(named.route, { ...validRequest(named, empty), headers }), platform.url);
    report.tried++;
    count(report, answer.status);
    if (![200, 400, 404].includes(answer.status)) report.faults.push(`${titleOf(named)} answered ${answer.status}`);
    const leaks = detector.leaksIn(textOf(answer), answer.status < 400 ? '' : Object.values(empty.ids).join(' '));
    if (leaks.length > 0) report.faults.push(`${titleOf(named)} shows ${leaks.join(', ')}: ${answer.text}`);
    report.faults.push(...faultsOfCount(named, answer));
    const isEmpty = recordsIn(answer).length === 0;
    if (!isEmpty && !neverEmpty.test(named.route.path)) report.faults.push(`${titleOf(named)} lists ${answer.text}`);
  };
  // Read the request log first: later it also contains the victim's ids, which this account sends
  // to other lists.
  const isRequestLog = ({ route }: NamedRoute) => route.path.startsWith('/v2/requestlog');
  await forEach(lists.filter(isRequestLog), read);
  await forEach(
    lists.filter((named) => !isRequestLog(named)),
    read,
  );
  return report;
}

const list = z.looseObject({ items: z.array(z.unknown()), count: z.int().optional() });

/** Returns the records of a list. In version 1, the body itself is the list. */
function recordsIn({ status, text }: Answer): unknown[] {
  if (status !== 200) return [];
  const body: unknown = JSON.parse(text);
  if (Array.isArray(body)) return body;
  return list.safeParse(body).data?.items ?? [];
}

/**
 * Reports a count that differs from the number of records in the response: such a count includes records of other
 * accounts.
 */
function faultsOfCount(named: NamedRoute, { status, text }: Answer): string[] {
  const body = status === 200 ? list.safeParse(JSON.parse(text)).data : undefined;
  if (body?.count === undefined || body.count === body.items.length) return [];
  return [`${titleOf(named)} counts ${body.count} records, but lists ${body.items.length}`];
}
