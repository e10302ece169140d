import { apiDocument, canBeTried, TRY_PATH } from '@keyhaven/portal/help/api-document';
import { fieldsIn, isWrite } from '@keyhaven/portal/try/domain/build-request';
import { idOf } from './account';
import { textOf } from './http-client';
import { type Position, positionsOf } from './positions';
import { accountRoutes, type NamedRoute, titleOf } from './public-routes';
import { unknownLike } from './recognisable-ids';
import { count, forEach, newReport, type Report } from './report';
import { place } from './request-parts';
import { seen, type Visit } from './sign-in-pages';
import type { TwoAccounts } from './two-accounts';
import { validRequest } from './valid-request';

/**
 * Lets a person of the attacker's account send ids of the victim in the form "Try it" of each endpoint. The page must
 * look the same as for ids that do not exist. The API itself is attacked with one id at a time (attack-foreign-ids.ts).
 */
export async function attackTryPages({ attacker, victim, detector }: TwoAccounts, visit: Visit): Promise<Report> {
  const tried = apiDocument().endpoints.flatMap((endpoint) => {
    const named = accountRoutes.find(({ name }) => name === endpoint.operation.operationId);
    return named && canBeTried(endpoint) && positionsIn(named).length > 0 ? [{ endpoint, named }] : [];
  });
  const report = newReport(
    'Forms of "Try it"',
    tried.map(({ endpoint }) => `POST ${TRY_PATH}/${endpoint.name}`),
  );
  await forEach(tried, async ({ endpoint, named }) => {
    const positions = positionsIn(named);
    const formOf = (idFor: (position: Position) => string) => {
      const own = validRequest(named, attacker, positions[0]);
      const { params, query, body } = positions.reduce((parts, each) => place(parts, each, idFor(each)), own);
      const fields = (['path', 'query'] as const).flatMap((where) =>
        fieldsIn(endpoint, where).map(({ name }) => {
          const values = where === 'path' ? params : query;
          return [`${where}.${name}`, values[name] ?? ''] as const;
        }),
      );
      return {
        ...Object.fromEntries(fields),
        ...(isWrite(endpoint) && { body: body === undefined ? '' : JSON.stringify(body), dry_run: 'yes' }),
        sent: 'yes',
      };
    };
    const send = (form: Record<string, string>) => visit('POST', `${TRY_PATH}/${endpoint.name}`, form);
    const title = `"Try it" of ${titleOf(named)}`;
    const ids = positions.map(({ kind }) => idOf(victim, kind));
    const [foreign, other] = [
      formOf(({ kind }) => idOf(victim, kind)),
      formOf((each) => unknownLike(idOf(victim, each.kind))),
    ];
    const [answer, unknown] = [await send(foreign), await send(other)];
    report.tried++;
    count(report, answer.status);
    const [one, two] = [seen(answer, ids), seen(unknown, ids.map(unknownLike))];
    if (one !== two) report.faults.push(`${title}: ${one} differs from that for unknown ids, ${two}`);
    if (!answer.text.includes('id="answer"')) report.faults.push(`${title} shows no answer: ${answer.text}`);
    const leaks = detector.leaksIn(textOf(answer), JSON.stringify(foreign));
    if (leaks.length > 0) report.faults.push(`${title} shows ${leaks.join(', ')}`);
  });
  return report;
}

/**
 * The positions in the path, query and body that take an id. If a field takes the ids of several
 * kinds of records, the result contains only the first kind.
 */
function positionsIn(named: NamedRoute): Position[] {
  const all = positionsOf(named).filter(({ isEcho, place: where }) => !isEcho && where !== 'header');
  return all.filter(({ path }, at) => all.findIndex((other) => other.path.join() === path.join()) === at);
}
