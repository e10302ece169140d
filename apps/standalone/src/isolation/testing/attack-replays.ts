import { textOf } from './http-client';
import { accountRoutes, titleOf } from './public-routes';
import { count, forEach, newReport, type Report } from './report';
import { render } from './request-parts';
import { KEY, type TwoAccounts } from './two-accounts';
import { validRequest } from './valid-request';

/**
 * Lets the attacker repeat each write of the victim with the same Idempotency-Key, but with the attacker's own token of
 * the same app. Also reads the attacker's records with the ETags of the victim's responses. No response may contain
 * data of the victim.
 */
export async function attackWithKeysAndETags(accounts: TwoAccounts, routes = accountRoutes): Promise<Report> {
  const { attacker, detector, keyed, etags, sendAsOther } = accounts;
  const report = newReport('Idempotency-Keys and ETags of another account', routes);
  const authorization = attacker.credentials.app;

  // Writes with an id in the path are repeated in attack-foreign-ids.ts.
  const creations = [...keyed].filter(([named]) => routes.includes(named) && !named.route.path.includes(':'));
  await forEach(creations, async ([named, parts]) => {
    const sent = render(named.route, { ...parts, headers: { authorization, 'idempotency-key': KEY } });
    const answer = await sendAsOther(sent);
    report.tried++;
    count(report, answer.status);
    const title = `${titleOf(named)} repeated with the key of another account`;
    const leaks = detector.leaksIn(textOf(answer), answer.status < 400 ? '' : textOf(sent));
    if (leaks.length > 0) report.faults.push(`${title} shows ${leaks.join(', ')}: ${answer.text}`);
    if (answer.status >= 500 || answer.status === 422) report.faults.push(`${title} answered ${answer.status}`);
  });

  const reads = routes.filter((named) => etags.has(titleOf(named)));
  await forEach(reads, async (named) => {
    const headers = { authorization, 'if-none-match': etags.get(titleOf(named))! };
    const answer = await sendAsOther(render(named.route, { ...validRequest(named, attacker), headers }));
    report.tried++;
    count(report, answer.status);
    const title = `${titleOf(named)} of an own record with the ETag of another account`;
    if (answer.status !== 200) report.faults.push(`${title} answered ${answer.status}`);
    const leaks = detector.leaksIn(textOf(answer));
    if (leaks.length > 0) report.faults.push(`${title} shows ${leaks.join(', ')}: ${answer.text}`);
  });
  return report;
}
