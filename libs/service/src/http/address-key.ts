import ipaddr from 'ipaddr.js';

/**
 * The key under which the limits of a client address are counted. A client often has a whole /64 network of IPv6, so
 * its addresses count together. The two spellings of an IPv4 address, such as 192.0.2.1 and ::ffff:192.0.2.1, count as
 * one address.
 * @returns an IPv4 address, an IPv6 network such as 2001:db8::/64, or the unchanged text if it is no address.
 */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}
