import { attackWithForeignIds } from './attack-foreign-ids';
import { textOf } from './http-client';
import { operatorAccountRoutes, operatorCreations } from './inside-routes';
import { type NamedRoute, titleOf } from './public-routes';
import { count, forEach, newReport, type Report, sumOf } from './report';
import { sendAsAttacker } from './send-as-attacker';
import { KEY, type TwoAccounts } from './two-accounts';
import { validRequest } from './valid-request';

/**
 * Lets the operator call each route for the attacker's account with ids of the victim. Operator
 * routes have no dry run, so valid requests really change data. Therefore reads run first, and
 * routes that delete or close records run last.
 */
export async function attackAsOperator(accounts: TwoAccounts, routes = operatorAccountRoutes): Promise<Report> {
  const reads = routes.filter(({ route }) => route.method === 'GET');
  const endings = routes.filter(({ route: { method, path } }) => {
    return method === 'DELETE' || (method === 'POST' && /:\w+\/\w+$/.test(path.slice(path.indexOf(':user_id') + 1)));
  });
  const others = routes.filter((named) => !reads.includes(named) && !endings.includes(named));
  const reports = [await attackWithForeignIds(accounts, reads), await attackWithForeignIds(accounts, others)];
  for (const named of endings) reports.push(await attackWithForeignIds(accounts, [named]));
  return sumOf('Ids of another account, by the operator', reports);
}

/**
 * Lets the operator create a record for the attacker's account on each route that creates one, with the Idempotency-Key
 * that was used for the victim's account. No response may contain data of the victim.
 */
export async function repeatOperatorKeys(accounts: TwoAccounts): Promise<Report> {
  const report = newReport('Idempotency-Keys of another account, by the operator', operatorCreations);
  await forEach(operatorCreations, async (named: NamedRoute) => {
    const parts = validRequest(named, accounts.attacker);
    const answer = await sendAsAttacker(accounts, named, parts, { headers: { 'idempotency-key': KEY } });
    report.tried++;
    count(report, answer.status);
    if (answer.status !== 200) report.faults.push(`${titleOf(named)} answered ${answer.status}: ${answer.text}`);
    const leaks = accounts.detector.leaksIn(textOf(answer));
    if (leaks.length > 0) report.faults.push(`${titleOf(named)} shows ${leaks.join(', ')}: ${answer.text}`);
  });
  return report;
}
