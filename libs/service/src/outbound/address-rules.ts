import ipaddr from 'ipaddr.js';
import { z } from 'zod';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
/** A range of addresses: its first address and the length of its prefix. */
export type AddressRange = [Address, number];

/** The IPv6 range from which public addresses are assigned. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

/**
 * Parses the setting of ranges to which outbound requests are allowed although they are not public: CIDRs separated by
 * commas.
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
 * Whether the operator allowed this address. Anything but a plain address, for example one with a zone, is in no range.
 */
export function isOpened(address: string, opened: readonly AddressRange[]): boolean {
  const parsed = parse(address);
  return (
    parsed !== undefined &&
    opened.some(([first, prefix]) => parsed.kind() === first.kind() && parsed.match(first, prefix))
  );
}

/**
 * Whether an address is a public host of the internet. Addresses of private networks, of this machine and multicast are
 * not, nor are those that a translator (6to4, Teredo, NAT64, mapped) converts to such an address.
 */
export function isPublic(address: string): boolean {
  const parsed = parse(address);
  if (!parsed || parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(...globalUnicast);
}

function parse(address: string): Address | undefined {
  // An address with a zone (fe80::1%eth0) is valid on one link only.
  if (address.includes('%') || !ipaddr.isValid(address)) return undefined;
  return ipaddr.parse(address);
}
