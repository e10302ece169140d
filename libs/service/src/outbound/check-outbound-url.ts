import { refusedTargetWords, type Resolve, resolveByDns } from './guarded-agent';
import { faultOfOutboundUrl, faultOfTarget, literalOf, type OutboundRules, portOf } from './outbound-url';

/**
 * What is wrong with an address that a customer gives for later requests; undefined when nothing is. By plain http, where
 * public hosts are reached by https only, its name must resolve to the ranges that the operator opened, now and again
 * when a connection is made (guardedAgent). What it resolves to is not said.
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
