import { isDryRun } from '@keyhaven/persistence/dry-run';
import { refusedTargetWords, type Resolve, resolveByDns } from './guarded-agent';
import { faultOfOutboundUrl, faultOfTarget, literalOf, type OutboundRules, portOf } from './outbound-url';

/**
 * Returns what is wrong with a URL that a customer enters for later requests, or undefined if it is acceptable.
 *
 * If public hosts require https, the name in an http URL must resolve to ranges that the operator allowed, both now and
 * at every connection (guardedAgent). The message does not reveal what the name resolves to. A dry run does not resolve
 * names.
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
