import ipaddr from 'ipaddr.js';
import { z } from 'zod';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
/** A range of IP addresses: its first address, and the length of its prefix in bits. */
export type AddressRange = [Address, number];

/** The only IPv6 range in which public addresses are assigned. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

/**
 * Parses a setting that lists ranges as CIDRs, separated by commas. Outbound requests may go to
 * these ranges although they are not public.
 */
export const addressRanges = z.string().transform((list, context): AddressRange[] => {
  const texts = list
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '');
  const wrong = texts.find((text) => !ipaddr.isValidCIDR(text));
  if (wrong === undefined) return texts.map((text) => ipaddr.parseCIDR(text));
  context.addIssue({ code: 'custom', message: `${wrong} is not a range of addresses such as 10.1.0.0/16` });
  return z.NEVER;
});

/**
 * Whether an address is in a range that the operator allowed. Addresses with a zone, and texts that
 * are not plain addresses, are never allowed.
 */
export function isOpened(address: string, opened: readonly AddressRange[]): boolean {
  const parsed = parse(address);
  return (
    parsed !== undefined &&
    opened.some(([first, prefix]) => parsed.kind() === first.kind() && parsed.match(first, prefix))
  );
}

/**
 * Whether an address belongs to a public host on the internet. False for private, loopback and
 * multicast addresses, and for IPv6 addresses that can stand for an IPv4 address (6to4, Teredo,
 * NAT64, mapped).
 */
export function isPublic(address: string): boolean {
  const parsed = parse(address);
  if (!parsed || parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(...globalUnicast);
}

function parse(address: string): Address | undefined {
  // An address with a zone (fe80::1%eth0) is only valid on one network interface.
  if (address.includes('%') || !ipaddr.isValid(address)) return undefined;
  return ipaddr.parse(address);
}
