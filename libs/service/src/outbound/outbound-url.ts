import net from 'node:net';
import { type AddressRange, isOpened, isPublic } from './address-rules';

/** Where requests to addresses that customers give may go. */
export interface OutboundRules {
  /** Ranges that are reached although they are not public, there by plain http and on any port too. */
  opened: readonly AddressRange[];
  /** Whether public hosts are reached by plain http too. */
  plainHttp?: boolean;
}

/** Public hosts are reached on the default port of the protocol and from this one on: never on one of mail, shells or name servers. */
const FIRST_UNPRIVILEGED_PORT = 1024;

/**
 * What is wrong with an address that a customer gives for outbound requests, as far as it can be told without resolving
 * its name; undefined when nothing is. What a name resolves to is decided by the connection (guardedAgent).
 */
export function faultOfOutboundUrl(text: string, rules: OutboundRules): string | undefined {
  if (!URL.canParse(text)) return 'is not an absolute address; expected one that begins with https://';
  const url = new URL(text);
  // A name may turn out to be in a range that was opened.
  const mayBeOpened = rules.opened.length > 0;
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && (mayBeOpened || rules.plainHttp))) {
    return `begins with ${url.protocol}; expected https:${rules.plainHttp ? ' or http:' : ''}`;
  }
  if (url.username !== '' || url.password !== '') return 'carries credentials; an address has none';
  const literal = literalOf(url.hostname);
  if (literal !== undefined) return faultOfTarget(literal, url.protocol, portOf(url), rules);
  return mayBeOpened ? undefined : faultOfPort(url.protocol, portOf(url));
}

/** What is wrong with connecting to an address, once it is known; undefined when nothing is. */
export function faultOfTarget(
  address: string,
  protocol: string,
  port: number,
  { opened, plainHttp }: OutboundRules,
): string | undefined {
  if (isOpened(address, opened)) return undefined;
  if (!isPublic(address)) return `${address} is not a public address`;
  if (protocol !== 'https:' && !plainHttp) return `${address} may be reached by https only`;
  return faultOfPort(protocol, port);
}

/** The address that stands in the place of a name, without brackets; undefined for a name. */
export function literalOf(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return net.isIP(bare) === 0 ? undefined : bare;
}

/** The port that an address names, or else the default of its protocol. */
export function portOf({ protocol, port }: Pick<URL, 'protocol' | 'port'>): number {
  return Number(port) || defaultPort(protocol);
}

function defaultPort(protocol: string): number {
  return protocol === 'https:' ? 443 : 80;
}

function faultOfPort(protocol: string, port: number): string | undefined {
  if (port === defaultPort(protocol) || port >= FIRST_UNPRIVILEGED_PORT) return undefined;
  return `port ${port} is not open; expected ${defaultPort(protocol)}, or one from ${FIRST_UNPRIVILEGED_PORT} on`;
}
