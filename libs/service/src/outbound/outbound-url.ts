import net from 'node:net';
import { type AddressRange, isOpened, isPublic } from './address-rules';

/** The ports that the internet may be reached on beside the one of https: never one of mail, shells or name servers. */
const FIRST_UNPRIVILEGED_PORT = 1024;
const HTTPS_PORT = 443;

/**
 * What is wrong with an address that a customer gives for outbound requests, as far as it can be told without resolving
 * its name; undefined when nothing is. What a name resolves to is decided by the connection (guardedAgent).
 */
export function faultOfOutboundUrl(text: string, opened: readonly AddressRange[]): string | undefined {
  if (!URL.canParse(text)) return 'is not an absolute address; expected one that begins with https://';
  const url = new URL(text);
  const mayBePlain = opened.length > 0;
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && mayBePlain)) {
    return `begins with ${url.protocol}; expected https:`;
  }
  if (url.username !== '' || url.password !== '') return 'carries credentials; an address has none';
  const literal = literalOf(url.hostname);
  if (literal !== undefined) return faultOfTarget(literal, url.protocol, portOf(url), opened);
  // A name may turn out to be in a range that was opened, where every port is.
  return mayBePlain ? undefined : faultOfPort(portOf(url));
}

/** What is wrong with connecting to an address, once it is known; undefined when nothing is. */
export function faultOfTarget(
  address: string,
  protocol: string,
  port: number,
  opened: readonly AddressRange[],
): string | undefined {
  if (isOpened(address, opened)) return undefined;
  if (!isPublic(address)) return `${address} is not a public address`;
  if (protocol !== 'https:') return `${address} may be reached by https only`;
  return faultOfPort(port);
}

/** The address that stands in the place of a name, without brackets; undefined for a name. */
export function literalOf(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return net.isIP(bare) === 0 ? undefined : bare;
}

function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? HTTPS_PORT : 80;
}

function faultOfPort(port: number): string | undefined {
  if (port === HTTPS_PORT || port >= FIRST_UNPRIVILEGED_PORT) return undefined;
  return `port ${port} is not open; expected ${HTTPS_PORT}, or one from ${FIRST_UNPRIVILEGED_PORT} on`;
}
