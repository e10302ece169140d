import ipaddr from 'ipaddr.js';
import { z } from 'zod';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
/** A range of addresses: its first address and the length of its prefix. */
export type AddressRange = [Address, number];

/** The IPv6 addresses that are handed out to anybody at all. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

/**
 * Ranges that the operator opens to outbound requests although they are not public, as a setting: CIDRs separated by
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

/** Whether the operator opened this address. Anything but a plain address, such as one with a zone, is in no range. */
export function isOpened(address: string, opened: readonly AddressRange[]): boolean {
  const parsed = parse(address);
  return (
    parsed !== undefined &&
    opened.some(([first, prefix]) => parsed.kind() === first.kind() && parsed.match(first, prefix))
  );
}

/**
 * Whether an address is public: a host of the internet, and not one of this network, of this machine, of many at once,
 * or one that a translator (6to4, Teredo, NAT64, mapped) turns into any of these.
 */
export function isPublic(address: string): boolean {
  const parsed = parse(address);
  if (!parsed || parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(...globalUnicast);
}

function parse(address: string): Address | undefined {
  // With a zone (fe80::1%eth0) an address is of one link only.
  if (address.includes('%') || !ipaddr.isValid(address)) return undefined;
  return ipaddr.parse(address);
}
