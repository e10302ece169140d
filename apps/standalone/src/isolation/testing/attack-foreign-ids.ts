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

/** What differs in a request apart from the id: its method or its headers. */
interface Variant extends Addition {
  name: string;
}

/**
 * The accepted statuses, by the part of the request that contains the id. If an id in the query of a list is unknown,
 * the response may be 200 with no records.
 */
const expected: Readonly<Record<Position['place'], readonly number[]>> = {
  path: [404],
  query: [200, 400, 404],
  header: [400],
  body: [400, 404],
};
/** The URL of the next page. Removed before the comparison, because it repeats the request's parameters. */
const addressOfNextPage = /\"next(_page_url|PageUrl)\":"[^"]*"/g;
/**
 * Statuses that are also accepted if the id is in a field that only the server sets. 200: the server ignored the field.
 * 409: the record is in a state that forbids the write, because an operator's earlier request has changed it.
 */
const ifEcho = [200, 409];

/**
 * Lets the attacker call each route, with an id of the victim in each position that takes an id.
 * Operator routes are called by the operator, for the attacker's account. The response must be the
 * same as for an id that does not exist, and show nothing of the victim.
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
 * Whether an id of another account must be refused in this position. Exceptions in operator routes:
 * the id of the account, which the operator may choose, and client ids of apps (tested in
 * attack-unique-names.ts).
 */
export function mayBeForeign(named: NamedRoute, { place: where, path: [field] }: Position): boolean {
  if (!isOperatorRoute(named)) return true;
  return !(where === 'path' && field === 'user_id') && !(where === 'body' && field === 'client_id');
}

/** @param positions the positions that get ids of the victim, all of them in the same request. */
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
    // An error may repeat what was sent; a successful response must not contain it.
    const isQuoted = status >= 400 || takesAnyValue(position, named);
    const known = isQuoted ? `${ids.join(' ')} ${textOf(render(named.route, inPlaces(ids)))}` : '';
    const leaks = detector.leaksIn(textOf(answer).replace(addressOfNextPage, ''), known);
    if (leaks.length > 0) report.faults.push(`${title} shows ${leaks.join(', ')}: ${text}`);
    // If the operator's two requests were really carried out, their responses have different times and versions.
    const isWritten = isOperatorRoute(named) && named.route.method !== 'GET' && status < 300;
    const fault = isWritten && unknown.status === status ? undefined : difference(answer, ids, unknown, unknownIds);
    if (fault !== undefined) report.faults.push(`${title}: ${fault}`);
  }
}

/** Whether a route accepts any key: delivery settings can be written even for unknown app keys. */
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
  // Operator routes have no dry run.
  const canBeDry = mayBeDry(route) && !isOperatorRoute(named);
  const dry = { name: 'dry run', headers: { prefer: 'dry-run' } };
  if (position.isEcho) return isOperatorRoute(named) ? [plain] : canBeDry ? [dry] : [];
  const changing = { name: 'with their key and ETag', headers: { 'idempotency-key': KEY, ...ifKnown('if-match') } };
  return [plain, ...(canBeDry ? [dry] : []), ...(position.place === 'path' ? [changing] : [])];
}

/**
 * Throws an error unless the request is accepted with the attacker's own id. Otherwise another part of the request
 * could be wrong, and a refusal of the victim's id would prove nothing.
 */
async function assertOwnIsAccepted(accounts: TwoAccounts, named: NamedRoute, own: Parts, position: Position) {
  // Not tried: fields that only the server sets, free text, and cursors in headers. With a cursor in a header, the
  // route answers with a stream, which does not end.
  if (position.isEcho || position.kind === 'text' || position.place === 'header') return;
  const isOperator = isOperatorRoute(named);
  const headers: Record<string, string> = isOperator ? {} : { prefer: 'dry-run' };
  const { status, text } = await sendAsAttacker(accounts, named, own, { headers });
  // The operator's request is really carried out. A 409 means that the record was found, but that its state forbids the
  // write.
  if (status === 200 || status === 204 || (isOperator && status === 409)) return;
  const where = `${position.place} ${position.path.join('.')}`;
  throw new Error(
    `${titleOf(named)} with the account's own ${position.kind} in the ${where} answered ${status}, so a refusal of others ` +
      `would prove nothing; correct bodies.ts, operator-bodies.ts or valid-request.ts: ${text}`,
  );
}
