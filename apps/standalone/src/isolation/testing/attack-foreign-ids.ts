import { mayBeDry } from '@keyhaven/contracts/shared/dry-run';
import { idOf } from './account';
import { difference } from './compare-answers';
import { type Answer, textOf } from './http-client';
import { type Position, positionsOf } from './positions';
import { accountRoutes, type NamedRoute, titleOf } from './public-routes';
import { unknownLike } from './recognisable-ids';
import { count, forEach, newReport, type Report } from './report';
import { type Parts, place, render } from './request-parts';
import { KEY, type TwoAccounts } from './two-accounts';
import { validRequest } from './valid-request';

/** What the attacker changes in addition to an id. */
interface Variant {
  name: string;
  method?: string;
  headers?: Record<string, string>;
}

/** The answers that are expected where the id is. Elsewhere than in a path, a filter may also find nothing. */
const expected: Readonly<Record<Position['place'], readonly number[]>> = {
  path: [404],
  query: [200, 400, 404],
  header: [400],
  body: [400, 404],
};

/**
 * Lets the attacker send each public route with an id of the victim in each place for ids. The answer must be that to an
 * id that does not exist, and show nothing of the victim.
 */
export async function attackWithForeignIds(accounts: TwoAccounts, routes = accountRoutes): Promise<Report> {
  const report = newReport('Ids of another account', routes);
  await forEach(routes, async (named) => {
    for (const position of positionsOf(named)) await attackPosition(accounts, named, [position], report);
    const inPath = positionsOf(named).filter(({ place: where }) => where === 'path');
    const parameters = new Set(inPath.map(({ path }) => path.join()));
    if (parameters.size > 1) await attackPosition(accounts, named, inPath, report);
  });
  return report;
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
  const inPlaces = (values: readonly string[]) =>
    positions.reduce<Parts>((parts, each, at) => place(parts, each, values[at]!), own);
  const where = `${position.place} ${positions.map(({ path }) => path.join('.')).join(' and ')}`;
  await assertOwnIsAccepted(accounts, named, own, position);
  for (const variant of variantsOf(accounts, named, position)) {
    const title = `${titleOf(named)} with the ${position.kind} of another account in the ${where} (${variant.name})`;
    const send = (parts: Parts) => sendAs(accounts, named, parts, variant);
    const answer = await send(inPlaces(ids));
    const unknown = await send(inPlaces(ids.map(unknownLike)));
    report.tried++;
    count(report, answer.status);
    const statuses = position.isEcho ? [200, ...expected[position.place]] : expected[position.place];
    if (!statuses.includes(answer.status)) report.faults.push(`${title} answered ${answer.status}: ${answer.text}`);
    // A refusal may quote what was sent; a success must not contain it.
    const known = answer.status < 400 ? '' : `${ids.join(' ')} ${textOf(render(named.route, inPlaces(ids)))}`;
    const leaks = detector.leaksIn(textOf(answer), known);
    if (leaks.length > 0) report.faults.push(`${title} shows ${leaks.join(', ')}: ${answer.text}`);
    const fault = ids.length === 1 ? difference(answer, ids[0]!, unknown, unknownLike(ids[0]!)) : undefined;
    if (fault !== undefined) report.faults.push(`${title}: ${fault}`);
  }
}

function variantsOf({ etags }: TwoAccounts, { route }: NamedRoute, position: Position): Variant[] {
  const parameter = `:${position.path[0]}`;
  const upToId = route.path.slice(0, route.path.indexOf(parameter) + parameter.length);
  const etag = etags.get(`GET ${upToId}`);
  const ifKnown = (name: string): Record<string, string> => (etag === undefined ? {} : { [name]: etag });
  const plain = { name: 'plain' };
  if (route.method === 'GET') {
    if (position.place !== 'path') return [plain];
    return [plain, { name: 'if changed', headers: ifKnown('if-none-match') }, { name: 'head', method: 'HEAD' }];
  }
  const dry = { name: 'dry run', headers: { prefer: 'dry-run' } };
  if (position.isEcho) return mayBeDry(route) ? [dry] : [];
  const changing = { name: 'with their key and ETag', headers: { 'idempotency-key': KEY, ...ifKnown('if-match') } };
  return [plain, ...(mayBeDry(route) ? [dry] : []), ...(position.place === 'path' ? [changing] : [])];
}

/** Otherwise something else than the id would be wrong with the request, and the test would prove nothing. */
async function assertOwnIsAccepted(accounts: TwoAccounts, named: NamedRoute, own: Parts, position: Position) {
  // A stream would not end.
  if (position.isEcho || position.kind === 'text' || position.place === 'header') return;
  const { status, text } = await sendAs(accounts, named, own, { name: 'own', headers: { prefer: 'dry-run' } });
  if (status === 200 || status === 204) return;
  const where = `${position.place} ${position.path.join('.')}`;
  throw new Error(
    `${titleOf(named)} with the account's own ${position.kind} in the ${where} answered ${status}, so a refusal of others ` +
      `would prove nothing; correct bodies.ts or valid-request.ts: ${text}`,
  );
}

function sendAs(
  { sendAsOther, attacker }: TwoAccounts,
  { route }: NamedRoute,
  parts: Parts,
  { method, headers }: Variant,
): Promise<Answer> {
  const authorization = attacker.credentials.app;
  const sent = render(route, { ...parts, headers: { ...parts.headers, ...headers, authorization } });
  return sendAsOther({ ...sent, method: method ?? sent.method });
}
