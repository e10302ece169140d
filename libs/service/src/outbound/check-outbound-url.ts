import { refusedTargetWords, type Resolve, resolveByDns } from './guarded-agent';
import { faultOfOutboundUrl, faultOfTarget, literalOf, type OutboundRules, portOf } from './outbound-url';

/**
 * Returns what is wrong with an address that a customer enters for later requests; undefined if nothing is. If public
 * hosts require https, the name of an http address must resolve to ranges that the operator allowed, now and whenever a
 * connection is made (guardedAgent). The message does not reveal what the name resolves to.
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
  const found = await resolve(url.hostname).catch(() => []);
  const isAllowed = ({ address }: { address: string }) =>
    faultOfTarget(address, url.protocol, portOf(url), rules) === undefined;
  if (found.length > 0 && found.every(isAllowed)) return undefined;
  return `is refused: ${refusedTargetWords} by http; expected an address that begins with https://`;
}
