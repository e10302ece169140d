/** Matches the beginning, including the port, of a URL on the person's own machine. */
const loopback = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?(?=[/?]|$)/;

/**
 * Whether the requested redirect URI equals a registered one, character by character. Only the port may differ, and
 * only for a program on the person's own machine, which may listen on any port (RFC 8252, 7.3; RFC 9700, 2.1).
 */
export function isRegistered(registered: readonly string[], requested: string): boolean {
  return registered.some(
    (one) =>
      one === requested ||
      (loopback.test(one) && loopback.test(requested) && withoutPort(one) === withoutPort(requested)),
  );
}

function withoutPort(address: string): string {
  return address.replace(loopback, '$1');
}

/** Adds parameters to the query of a URL. Does not change the rest of the URL. */
export function withParameters(address: string, parameters: Record<string, string | undefined>): string {
  const added = Object.entries(parameters)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]))
    .join('&');
  if (!address.includes('?')) return `${address}?${added}`;
  return `${address}${/[?&]$/.test(address) ? '' : '&'}${added}`;
}
