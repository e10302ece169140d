import { mayBeDry } from '@keyhaven/contracts/shared/dry-run';
import { idOf } from './account';
import { difference } from './compare-answers';
import { textOf } from './http-client';
import { isOperatorRoute } from './inside-routes';
import { type Position, positionsOf } from './positions';
import { accountRoutes, type NamedRoute, titleOf } from './public-routes';
import { unknownLike } from './recognisable-ids';
import { count, forEach, newReport, type Report } from './report';
import { type Parts, place, render } from './request-parts';
import { type Addition, sendAsAttacker } from './send-as-attacker';
import { KEY, type TwoAccounts } from './two-accounts';
import { validRequest } from './valid-request';

/** What the attacker changes in addition to an id. */
interface Variant extends Addition {
  name: string;
}

/** The answers that are expected where the id is. Elsewhere than in a path, a filter may also find nothing. */
const expected: Readonly<Record<Position['place'], readonly number[]>> = {
  path: [404],
  query: [200, 400, 404],
  header: [400],
  body: [400, 404],
};
/** It repeats the parameters of the request. */
const addressOfNextPage = /\"next(_page_url|PageUrl)\":"[^"]*"/g;
/** Answers to a field that only the server decides, beside those of its place: it may be ignored. */
const ifEcho = [200, 409];

/**
 * Lets the attacker send each route with an id of the victim in each place for ids, or lets the operator send it for the
 * attacker's account. The answer must be that to an id that does not exist, and show nothing of the victim.
 */
export async function attackWithForeignIds(accounts: TwoAccounts, routes = accountRoutes): Promise<Report> {
  const report = newReport('Ids of another account', routes);
  await forEach(routes, async (named) => {
    const positions = positionsOf(named).filter((position) => mayBeForeign(named, position));
    for (const position of positions) await attackPosition(accounts, named, [position], report);
    const inPath = positions.filter(({ place: where }) => where === 'path');
    const parameters = new Set(inPath.map(({ path }) => path.join()));
    if (parameters.size > 1) await attackPosition(accounts, named, inPath, report);
  });
  return report;
}

/**
 * Whether a place takes the id of a record. The operator chooses the account itself, and client ids of apps are unique
 * among all accounts (attack-unique-names.ts).
 */
export function mayBeForeign(named: NamedRoute, { place: where, path: [field] }: Position): boolean {
  if (!isOperatorRoute(named)) return true;
  return !(where === 'path' && field === 'user_id') && !(where === 'body' && field === 'client_id');
}

/** @param positions the places that get ids of the victim, all of them in the same request. */
async function attackPosition(
  accounts: TwoAccounts,
  named: NamedRoute,
  positions: readonly Position[],
  report: Report,
): Promise<void> {
  const { attacker, victim, detector } = accounts;
  const [position] = positions;
  if (!position) return;
  const own = validRequest(named, attacker, position);
  const ids = positions.map(({ kind }) => idOf(victim, kind));
  const unknownIds = ids.map(unknownLike);
  const inPlaces = (values: readonly string[]) =>
    positions.reduce<Parts>((parts, each, at) => place(parts, each, values[at]!), own);
  const where = `${position.place} ${positions.map(({ path }) => path.join('.')).join(' and ')}`;
  await assertOwnIsAccepted(accounts, named, own, position);
  for (const variant of variantsOf(accounts, named, position)) {
    const title = `${titleOf(named)} with the ${position.kind} of another account in the ${where} (${variant.name})`;
    const answer = await sendAsAttacker(accounts, named, inPlaces(ids), variant);
    const unknown = await sendAsAttacker(accounts, named, inPlaces(unknownIds), variant);
    report.tried++;
    count(report, answer.status);
    const { status, text } = answer;
    const statuses = [...expected[position.place], ...(position.isEcho ? ifEcho : [])];
    if (!statuses.includes(status) && !takesAnyValue(position, named)) {
      report.faults.push(`${title} answered ${status}: ${text}`);
    }
    // A refusal may quote what was sent; a success must not contain it.
    const isQuoted = status >= 400 || takesAnyValue(position, named);
    const known = isQuoted ? `${ids.join(' ')} ${textOf(render(named.route, inPlaces(ids)))}` : '';
    const leaks = detector.leaksIn(textOf(answer).replace(addressOfNextPage, ''), known);
    if (leaks.length > 0) report.faults.push(`${title} shows ${leaks.join(', ')}: ${text}`);
    // Two operator's writes that were carried out have times and versions of their own.
    const isWritten = isOperatorRoute(named) && named.route.method !== 'GET' && status < 300;
    const fault = isWritten && unknown.status === status ? undefined : difference(answer, ids, unknown, unknownIds);
    if (fault !== undefined) report.faults.push(`${title}: ${fault}`);
  }
}

/** An account has the delivery settings of each key that was written for it, even if no app has the key. */
function takesAnyValue({ kind }: Position, { route }: NamedRoute): boolean {
  return kind === 'app_key' && route.method !== 'GET';
}

function variantsOf({ etags }: TwoAccounts, named: NamedRoute, position: Position): Variant[] {
  const { route } = named;
  const parameter = `:${position.path[0]}`;
  const upToId = route.path.slice(0, route.path.indexOf(parameter) + parameter.length);
  const etag = etags.get(`GET ${upToId}`);
  const ifKnown = (name: string): Record<string, string> => (etag === undefined ? {} : { [name]: etag });
  const plain = { name: 'plain' };
  if (route.method === 'GET') {
    if (position.place !== 'path') return [plain];
    return [plain, { name: 'if changed', headers: ifKnown('if-none-match') }, { name: 'head', method: 'HEAD' }];
  }
  // Operators have no dry runs.
  const canBeDry = mayBeDry(route) && !isOperatorRoute(named);
  const dry = { name: 'dry run', headers: { prefer: 'dry-run' } };
  if (position.isEcho) return isOperatorRoute(named) ? [plain] : canBeDry ? [dry] : [];
  const changing = { name: 'with their key and ETag', headers: { 'idempotency-key': KEY, ...ifKnown('if-match') } };
  return [plain, ...(canBeDry ? [dry] : []), ...(position.place === 'path' ? [changing] : [])];
}

/** Otherwise something else than the id would be wrong with the request, and the test would prove nothing. */
async function assertOwnIsAccepted(accounts: TwoAccounts, named: NamedRoute, own: Parts, position: Position) {
  // A stream would not end.
  if (position.isEcho || position.kind === 'text' || position.place === 'header') return;
  const isOperator = isOperatorRoute(named);
  const headers: Record<string, string> = isOperator ? {} : { prefer: 'dry-run' };
  const { status, text } = await sendAsAttacker(accounts, named, own, { headers });
  // The operator's request is carried out. A conflict with the state of the record means that the record was found.
  if (status === 200 || status === 204 || (isOperator && status === 409)) return;
  const where = `${position.place} ${position.path.join('.')}`;
  throw new Error(
    `${titleOf(named)} with the account's own ${position.kind} in the ${where} answered ${status}, so a refusal of others ` +
      `would prove nothing; correct bodies.ts, operator-bodies.ts or valid-request.ts: ${text}`,
  );
}
