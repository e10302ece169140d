import {
  CLIENT_ADDRESS_HEADER,
  CLIENT_AUTHORIZATION_HEADER,
  DEADLINE_HEADER,
} from '@keyhaven/contracts/shared/headers';
import { textOf } from './http-client';
import { accountRoutes, titleOf } from './public-routes';
import { count, forEach, newReport, type Report } from './report';
import { render } from './request-parts';
import type { TwoAccounts } from './two-accounts';
import { validRequest } from './valid-request';

/** Headers with which a client could try to act as the victim. */
function headersOf({ userId, emailAddress, credentials }: TwoAccounts['victim']): Record<string, string> {
  const account = ['account', 'account-id', 'tenant-id', 'user', 'user-id', 'forwarded-user', 'remote-user'];
  return {
    ...Object.fromEntries(account.map((name) => [`x-${name}`, String(userId)])),
    user_id: String(userId),
    'x-forwarded-email': emailAddress,
    'x-forwarded-authorization': credentials.app,
    'x-authorization': credentials.app,
    [CLIENT_AUTHORIZATION_HEADER]: credentials.app,
    [CLIENT_ADDRESS_HEADER]: '127.0.0.1',
    [DEADLINE_HEADER]: String(Date.now() + 600_000),
    'x-original-url': `/operator/accounts/${userId}/seasons`,
    'x-rewrite-url': `/operator/accounts/${userId}/seasons`,
    'x-http-method-override': 'DELETE',
  };
}

/**
 * Lets the attacker read its own records with headers that refer to the victim, through the gateway
 * and directly at the service. Also sends these headers without credentials. The headers must have
 * no effect.
 */
export async function attackWithHeaders(accounts: TwoAccounts): Promise<Report> {
  const { platform, attacker, victim, detector, sendAsOther } = accounts;
  const reads = accountRoutes.filter(({ route }) => route.method === 'GET');
  const report = newReport('Headers that name another account', reads);
  const naming = headersOf(victim);
  await forEach(reads, async (named) => {
    const caller = { scope: 'full', accountId: attacker.userId, credentialId: '1' } as const;
    const internal = `Bearer ${await platform.signers.gateway({ audience: named.service, ...caller })}`;
    const ways: readonly [string, string | undefined, string][] = [
      ['at the gateway', attacker.credentials.app, platform.url],
      ['at the gateway without credentials', undefined, platform.url],
      ['at the service', internal, platform.services[named.service]],
    ];
    for (const [way, authorization, url] of ways) {
      const own: Record<string, string> = authorization === undefined ? {} : { authorization };
      const read = (headers: Record<string, string>) =>
        sendAsOther(render(named.route, { ...validRequest(named, attacker), headers }), url);
      const [answer, plain] = [await read({ ...naming, ...own }), await read(own)];
      report.tried++;
      count(report, answer.status);
      const title = `${titleOf(named)} ${way}`;
      if (answer.status !== plain.status) {
        report.faults.push(`${title} answered ${answer.status}, and without the headers ${plain.status}`);
      }
      if (authorization === undefined && answer.status !== 401)
        report.faults.push(`${title} answered ${answer.status}`);
      const leaks = detector.leaksIn(textOf(answer));
      if (leaks.length > 0) report.faults.push(`${title} shows ${leaks.join(', ')}: ${answer.text}`);
    }
  });
  return report;
}
