import { formFields, paramsOf } from './attack-pages';
import { textOf } from './http-client';
import { bodyOf, withId } from './read-answer';
import { count, forEach, newReport, type Report } from './report';
import { addressOf, type PageRoute, type Visit } from './sign-in-pages';
import type { TwoAccounts } from './two-accounts';

/** Adds a person with the role member to the attacker's account. */
export async function addMember({ platform, attacker }: TwoAccounts): Promise<{ userId: number; personId: number }> {
  const body = { email_address: `member@${attacker.marker}.example`, role: 'member' };
  const target = `/accounts/${attacker.userId}/users`;
  const { id } = bodyOf(await platform.operate('identity', { method: 'POST', target, body }), withId);
  return { userId: attacker.userId, personId: Number(id) };
}

/**
 * Lets a person with the role member open each page that needs the role owner, with ids of the
 * attacker's and of the victim's records. Each must answer 403.
 */
export async function attackOwnersPages(
  { attacker, victim, detector }: TwoAccounts,
  routes: readonly PageRoute[],
  visit: Visit,
): Promise<Report> {
  const ofOwners = routes.filter(({ access }) => access === 'owners');
  const report = newReport('Pages for owners, opened by a member', ofOwners);
  await forEach(ofOwners, async (route) => {
    for (const account of [attacker, victim]) {
      const params = paramsOf(route, account);
      const answer = await visit(route.method, addressOf(route.path, params), formFields);
      report.tried++;
      count(report, answer.status);
      const title = `${route.method} ${route.path} of ${account.marker}, opened by a member`;
      if (answer.status !== 403) report.faults.push(`${title}, answered ${answer.status}`);
      const leaks = detector.leaksIn(textOf(answer), Object.values(params).join(' '));
      if (leaks.length > 0) report.faults.push(`${title}, shows ${leaks.join(', ')}`);
    }
  });
  return report;
}
