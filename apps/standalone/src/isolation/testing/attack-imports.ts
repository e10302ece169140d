import { z } from 'zod';
import { idOf } from './account';
import { mayBeForeign } from './attack-foreign-ids';
import { withoutIds } from './compare-answers';
import { textOf } from './http-client';
import { importLines, lineOf } from './import-lines';
import { creationOf, importRoutes } from './inside-routes';
import { positionsOf } from './positions';
import { titleOf } from './public-routes';
import { unknownLike } from './recognisable-ids';
import { count, newReport, type Report } from './report';
import { place } from './request-parts';
import { KEY, type TwoAccounts } from './two-accounts';
import { validRequest } from './valid-request';

/** The number of import keys used so far. It makes each key unique. */
let keys = 0;

/**
 * Imports lines with ids of the victim into the attacker's account. The results must be the same as
 * for ids that do not exist. Then imports lines with the victim's import key. These lines must
 * create new records.
 */
export async function attackImports(accounts: TwoAccounts, routes = importRoutes): Promise<Report> {
  const { victim, attacker, detector } = accounts;
  const attack = newReport('Lines of imports', routes);
  for (const named of routes) {
    const creation = creationOf(named);
    const positions = positionsOf(creation).filter(
      (position) => position.place === 'body' && mayBeForeign(creation, position),
    );
    for (const position of positions) {
      const own = validRequest(creation, attacker, position.isEcho ? undefined : position);
      const id = idOf(victim, position.kind);
      const bodies = [place(own, position, id), place(own, position, unknownLike(id)), own].map(({ body }) => body);
      const lines = bodies.map((body) => ({ ...z.looseObject({}).parse(body), import_key: `line-${keys++}` }));
      const { answer, items } = await importLines(accounts, named, attacker, lines);
      attack.tried++;
      count(attack, answer.status);
      const title = `${titleOf(named)} with the ${position.kind} of another account in ${position.path.join('.')}`;
      const [foreign, unknown, accepted] = items;
      const shown = withoutIds(JSON.stringify(foreign), [id]);
      if (shown !== withoutIds(JSON.stringify(unknown), [unknownLike(id)])) {
        attack.faults.push(`${title}: ${shown} differs from that of an unknown id: ${JSON.stringify(unknown)}`);
      }
      if (foreign?.result !== 'refused' && !position.isEcho) attack.faults.push(`${title}: ${shown}`);
      // A conflict means that the record's state forbids the write. So the attacker's own id was accepted in this case
      // too.
      if (accepted?.result !== 'created' && accepted?.error?.status !== 'conflict') {
        throw new Error(`${title}: the line with an own id was refused: ${JSON.stringify(accepted)}`);
      }
      const leaks = detector.leaksIn(textOf(answer), id);
      if (leaks.length > 0) attack.faults.push(`${title} shows ${leaks.join(', ')}: ${answer.text}`);
    }
    const repeated = { ...lineOf(creation, attacker), import_key: KEY };
    const { answer, items } = await importLines(accounts, named, attacker, [repeated]);
    attack.tried++;
    count(attack, answer.status);
    const leaks = detector.leaksIn(textOf(answer));
    if (items[0]?.result !== 'created' || leaks.length > 0) {
      attack.faults.push(`${titleOf(named)} with the import key of another account: ${answer.text}`);
    }
  }
  return attack;
}
