import { errorBody } from '@keyhaven/contracts/shared/errors';
import { scopeOf } from '@keyhaven/contracts/shared/scopes';
import { basic } from './account';
import { type Answer, send, textOf } from './http-client';
import { accountRoutes, titleOf } from './public-routes';
import { count, forEach, newReport, type Report } from './report';
import { render } from './request-parts';
import type { TwoAccounts } from './two-accounts';
import { validRequest } from './valid-request';

/**
 * Wrong values of the Authorization header, by name. Undefined means that the header is not sent.
 */
export type WrongCredentials = Readonly<Record<string, string | undefined>>;

export async function wrongCredentials({ platform, victim, attacker }: TwoAccounts): Promise<WrongCredentials> {
  const { credentials, emailAddress, accessToken, userId } = victim;
  const internal = await platform.signers.gateway({ audience: 'booking', scope: 'full', accountId: userId });
  const ofOperator = await platform.signers.operator({ audience: 'booking', scope: 'service' });
  return {
    missing: undefined,
    'without a token': 'Bearer',
    'without a scheme': accessToken,
    'of another scheme': `Digest ${accessToken}`,
    'that are no Base64': 'Basic %%%',
    'without a password': basic(emailAddress, ''),
    'with an unknown token': `${credentials.app}x`,
    'with a cut token': credentials.app.slice(0, -1),
    'with an unknown personal token': basic(emailAddress, 'pt_unknown'),
    'with the personal token of another person': basic(attacker.emailAddress, passwordOf(credentials.personal)),
    'with an access token as the password': basic(emailAddress, accessToken),
    'with a personal token as Bearer': `Bearer ${passwordOf(credentials.personal)}`,
    revoked: credentials.revoked,
    'revoked, personal': credentials.personalRevoked,
    expired: credentials.expired,
    'expired, personal': credentials.personalExpired,
    'of an app that was revoked': credentials.appRevoked,
    'of a person who was removed': credentials.ofRemovedPerson,
    'of the gateway': `Bearer ${internal}`,
    'of the operator': `Bearer ${ofOperator}`,
  };
}

/** Sends valid requests for the victim's records with wrong credentials. Each must be refused with 401. */
export async function attackWithWrongCredentials(
  accounts: TwoAccounts,
  wrong: WrongCredentials,
  routes = accountRoutes,
): Promise<Report> {
  const report = newReport('Wrong credentials', routes);
  const pairs = routes.flatMap((named) => Object.entries(wrong).map((credentials) => [named, credentials] as const));
  await forEach(pairs, async ([named, [name, authorization]]) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const sent = render(named.route, { ...validRequest(named, accounts.victim), headers });
    judge(accounts, report, {
      title: `${titleOf(named)} with credentials ${name}`,
      answer: await accounts.sendAsOther(sent),
      status: 401,
      sent: textOf(sent),
    });
  });
  return report;
}

/**
 * Sends valid requests of the victim with credentials that have only the scope `read`. Routes that
 * need the scope `full` must answer 403.
 */
export async function attackWithReadScope(
  accounts: TwoAccounts,
  credentials: readonly string[],
  routes = accountRoutes,
): Promise<Report> {
  const ofFullScope = routes.filter(({ route }) => scopeOf(route) === 'full');
  const report = newReport('Routes that need the scope full, with the scope read', ofFullScope);
  const pairs = ofFullScope.flatMap((named) => credentials.map((authorization) => [named, authorization] as const));
  await forEach(pairs, async ([named, authorization]) => {
    const sent = render(named.route, { ...validRequest(named, accounts.victim), headers: { authorization } });
    const answer = await send(accounts.platform.url, sent);
    judge(accounts, report, {
      title: `${titleOf(named)} with the scope read`,
      answer,
      status: 403,
      sent: textOf(sent),
    });
  });
  return report;
}

interface Judged {
  title: string;
  answer: Answer;
  status: number;
  sent: string;
}

function judge({ detector }: TwoAccounts, report: Report, { title, answer, status, sent }: Judged): void {
  report.tried++;
  count(report, answer.status);
  const isError = answer.text === '' || errorBody.safeParse(parsed(answer.text)).success;
  if (answer.status !== status || !isError) report.faults.push(`${title} answered ${answer.status}: ${answer.text}`);
  const leaks = detector.leaksIn(textOf(answer), sent);
  if (leaks.length > 0) report.faults.push(`${title} shows ${leaks.join(', ')}: ${answer.text}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The password in Basic credentials. */
function passwordOf(authorization: string): string {
  const [, encoded = ''] = authorization.split(' ');
  const decoded = Buffer.from(encoded, 'base64').toString();
  return decoded.slice(decoded.indexOf(':') + 1);
}
