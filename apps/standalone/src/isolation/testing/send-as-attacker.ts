import type { Answer } from './http-client';
import { isOperatorRoute } from './inside-routes';
import type { NamedRoute } from './public-routes';
import { type Parts, render } from './request-parts';
import type { TwoAccounts } from './two-accounts';

/** A method that replaces that of the route, and headers that are sent in addition to those of the parts. */
export interface Addition {
  method?: string;
  headers?: Readonly<Record<string, string>>;
}

/**
 * Sends a request about the attacker's account. Public routes are called through the gateway with the attacker's
 * credentials, operator routes directly at the service with the operator's token.
 */
export async function sendAsAttacker(
  { platform, attacker, sendAsOther }: TwoAccounts,
  named: NamedRoute,
  parts: Parts,
  { method, headers }: Addition = {},
): Promise<Answer> {
  const isOperator = isOperatorRoute(named);
  const authorization = isOperator ? await platform.operatorToken(named.service) : attacker.credentials.app;
  const sent = render(named.route, { ...parts, headers: { ...parts.headers, ...headers, authorization } });
  const url = isOperator ? platform.services[named.service] : platform.url;
  return sendAsOther({ ...sent, method: method ?? sent.method }, url);
}
