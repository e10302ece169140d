import ipaddr from 'ipaddr.js';

/**
 * Returns the key by which requests of a client address are counted for limits. One client often
 * has a whole /64 network of IPv6 addresses, so these have the same key. The two spellings of an
 * IPv4 address (192.0.2.1 and ::ffff:192.0.2.1) also have the same key.
 * @returns an IPv4 address, an IPv6 network such as 2001:db8::/64, or the unchanged text if it is
 *   not an address.
 */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}
