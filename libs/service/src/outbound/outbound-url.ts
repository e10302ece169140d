import net from 'node:net';
import { type AddressRange, isOpened, isPublic } from './address-rules';

/** Where requests to URLs that customers entered may go. */
export interface OutboundRules {
  /**
   * Ranges that are allowed although they are not public. They can be reached with plain http and
   * on any port.
   */
  opened: readonly AddressRange[];
  /** Whether plain http to public hosts is allowed. */
  plainHttp?: boolean;
}

/**
 * Public hosts can be reached only on the default port of the protocol, on this port, and on higher
 * ports. So requests never reach mail servers, SSH or name servers.
 */
const FIRST_UNPRIVILEGED_PORT = 1024;

/**
 * Checks a URL that a customer enters for later requests. Returns what is wrong with it, or
 * undefined if it is accepted. Does not resolve the host name, because guardedAgent checks its
 * addresses when it connects.
 */
export function faultOfOutboundUrl(text: string, rules: OutboundRules): string | undefined {
  if (!URL.canParse(text)) return 'is not an absolute address; expected one that begins with https://';
  const url = new URL(text);
  // The host name may resolve to an allowed range. Only guardedAgent can check the addresses.
  const mayBeOpened = rules.opened.length > 0;
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && (mayBeOpened || rules.plainHttp))) {
    return `begins with ${url.protocol}; expected https:${rules.plainHttp ? ' or http:' : ''}`;
  }
  if (url.username !== '' || url.password !== '') return 'carries credentials; an address has none';
  const literal = literalOf(url.hostname);
  if (literal !== undefined) return faultOfTarget(literal, url.protocol, portOf(url), rules);
  return mayBeOpened ? undefined : faultOfPort(url.protocol, portOf(url));
}

/** Returns why connections to an IP address are not allowed; undefined if they are allowed. */
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

/**
 * Returns the host of a URL, without brackets, if it is an IP address. Returns undefined if it is a
 * name.
 */
export function literalOf(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return net.isIP(bare) === 0 ? undefined : bare;
}

/** Returns the port of a URL, or the default port of its protocol. */
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
