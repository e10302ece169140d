import { dataServiceNames } from '@keyhaven/contracts/platform/services';
import { scopeOf } from '@keyhaven/contracts/shared/scopes';
import { issuerGrants } from '@keyhaven/service/auth/issuer-grants';
import { send, type Sent, textOf } from './http-client';
import { insideRoutes, isOperatorRoute } from './inside-routes';
import { accountRoutes, type NamedRoute, parametersOf, titleOf } from './public-routes';
import { count, forEach, newReport, type Report } from './report';
import { render } from './request-parts';
import { type ServiceToken, signed, tokensOfNobody } from './service-tokens';
import type { TwoAccounts } from './two-accounts';
import { validRequest } from './valid-request';

/**
 * Returns a request to an operator or internal route with the id of the victim's account in its path. A path parameter
 * that is not named after a kind of record gets the id 1.
 */
export function insideRequest({ victim }: TwoAccounts, { route }: NamedRoute): Sent {
  const named = parametersOf(route.path).map((name) => [name, victim.ids[name] ?? '1'] as const);
  const params = { ...Object.fromEntries(named), user_id: String(victim.userId) };
  return render(route, { params, query: {}, headers: {}, body: {} });
}

/**
 * Sends requests for operator and internal routes to the gateway, with several spellings of each
 * path. The gateway must answer 404.
 */
export async function attackThroughGateway(accounts: TwoAccounts, routes = insideRoutes): Promise<Report> {
  const { platform, attacker, sendAsOther } = accounts;
  const report = newReport('Operator and internal routes through the gateway', routes);
  await forEach(routes, async (named) => {
    const sent = insideRequest(accounts, named);
    const token = await platform.signers.operator({ audience: named.service, scope: 'service' });
    const targets = [
      sent.target,
      `/${sent.target}`,
      `/v2${sent.target}`,
      `/v2/..${sent.target}`,
      `/v2/%2e%2e${sent.target}`,
    ];
    for (const authorization of [attacker.credentials.app, `Bearer ${token}`]) {
      for (const target of targets) {
        const answer = await sendAsOther({ ...sent, target, headers: { authorization } });
        report.tried++;
        count(report, answer.status);
        if (answer.status !== 404) report.faults.push(`${titleOf(named)} as ${target} answered ${answer.status}`);
      }
    }
  });
  return report;
}

/**
 * Sends requests for operator and internal routes directly to their services, with tokens that must
 * be refused.
 */
export async function attackInsideRoutes(accounts: TwoAccounts, routes = insideRoutes): Promise<Report> {
  const { userId } = accounts.victim;
  const report = newReport('Operator and internal routes at the services', routes);
  const ofClients = [
    signed('gateway', { scope: 'full', accountId: userId, credentialId: '1' }),
    signed('gateway', { scope: 'open' }),
    signed('operator', { scope: 'full', accountId: userId }),
  ];
  await forEach(routes, async (named) => {
    const api = isOperatorRoute(named) ? 'operator' : 'internal';
    const withoutGrant = (['gateway', 'operator', 'portal', ...dataServiceNames] as const)
      .filter((issuer) => !issuerGrants(issuer, named.service).has(api))
      .map((issuer) => signed(issuer, { scope: 'service' }));
    const other = dataServiceNames.find((name) => name !== named.service);
    const tokens = [...tokensOfNobody, ...ofClients, ...withoutGrant, signed('operator', { scope: 'service' }, other)];
    const sent = insideRequest(accounts, named);
    for (const token of tokens) await sendToService(accounts, report, { named, sent, token, status: 401 });
  });
  return report;
}

/**
 * Sends requests for public routes directly to their services: with tokens that must be refused,
 * and writes with the scope `read`.
 */
export async function attackPublicRoutes(accounts: TwoAccounts, routes = accountRoutes): Promise<Report> {
  const { userId } = accounts.victim;
  const report = newReport('Public routes at the services', routes);
  const account = { accountId: userId, credentialId: '1' };
  const tokens = [
    ...tokensOfNobody,
    signed('operator', { scope: 'service' }),
    signed('gateway', { scope: 'open' }),
    signed('gateway', { scope: 'full' }),
    signed('messaging', { scope: 'full', ...account }),
  ];
  await forEach(routes, async (named) => {
    const sent = render(named.route, validRequest(named, accounts.victim));
    const other = signed(
      'gateway',
      { scope: 'full', ...account },
      dataServiceNames.find((name) => name !== named.service),
    );
    for (const token of [...tokens, other]) await sendToService(accounts, report, { named, sent, token, status: 401 });
    if (scopeOf(named.route) !== 'full') return;
    const token = signed('gateway', { scope: 'read', ...account });
    await sendToService(accounts, report, { named, sent, token, status: 403 });
  });
  return report;
}

interface ToService {
  named: NamedRoute;
  sent: Sent;
  token: ServiceToken;
  /** The status of the expected refusal. */
  status: number;
}

/** Sends a request to a service. Reports every response except the expected refusal. */
export async function sendToService(
  accounts: TwoAccounts,
  report: Report,
  { named, sent, token: { name, token }, status }: ToService,
): Promise<void> {
  const sentToken = await token(accounts, named.service);
  const headers: Record<string, string> = sentToken === undefined ? {} : { authorization: `Bearer ${sentToken}` };
  const answer = await send(accounts.platform.services[named.service], { ...sent, headers });
  report.tried++;
  count(report, answer.status);
  const title = `${titleOf(named)} at ${named.service} with ${name}`;
  if (answer.status !== status) report.faults.push(`${title} answered ${answer.status}: ${answer.text}`);
  const leaks = accounts.detector.leaksIn(textOf(answer), textOf(sent));
  if (leaks.length > 0) report.faults.push(`${title} shows ${leaks.join(', ')}: ${answer.text}`);
}
