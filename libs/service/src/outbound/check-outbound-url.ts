import { isDryRun } from '@keyhaven/persistence/dry-run';
import { refusedTargetWords, type Resolve, resolveByDns } from './guarded-agent';
import { faultOfOutboundUrl, faultOfTarget, literalOf, type OutboundRules, portOf } from './outbound-url';

/**
 * Checks a URL that a customer enters for later requests. Returns what is wrong with it, or
 * undefined if it is accepted.
 *
 * If public hosts require https, the name in an http URL must resolve only to ranges that the
 * operator allowed. This is checked now, and again at every connection (guardedAgent). The returned
 * message does not reveal the addresses. A dry run does not resolve names.
 */
export async function checkOutboundUrl(
  text: string,
  rules: OutboundRules,
  resolve: Resolve = resolveByDns,
): Promise<string | undefined> {
  const fault = faultOfOutboundUrl(text, rules);
  if (fault !== undefined) return fault;
  const url = new URL(text);
  if (url.protocol === 'https:' || rules.plainHttp || literalOf(url.hostname) !== undefined) return undefined;
  if (isDryRun()) return undefined;
  const found = await resolve(url.hostname).catch(() => []);
  const isAllowed = ({ address }: { address: string }) =>
    faultOfTarget(address, url.protocol, portOf(url), rules) === undefined;
  if (found.length > 0 && found.every(isAllowed)) return undefined;
  return `is refused: ${refusedTargetWords} by http; expected an address that begins with https://`;
}
