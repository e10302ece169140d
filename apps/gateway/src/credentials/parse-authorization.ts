import { presentedCredentials, type PresentedCredentials } from '@keyhaven/contracts/identity/internal-contract';

/**
 * Parses the Authorization header: Basic with an e-mail address and a token, or Bearer with a token. The scheme is
 * case-insensitive.
 * @returns undefined if the header is missing or malformed.
 */
export function parseAuthorization(header: string | undefined): PresentedCredentials | undefined {
  const [, scheme, value] = /^(basic|bearer) +(\S+) *$/i.exec(header ?? '') ?? [];
  if (scheme === undefined || value === undefined) return undefined;
  const credentials = scheme.toLowerCase() === 'basic' ? parseBasic(value) : { token: value };
  return presentedCredentials.safeParse(credentials).data;
}

function parseBasic(value: string): { email_address: string; token: string } | undefined {
  const text = Buffer.from(value, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1) return undefined;
  return { email_address: text.slice(0, colon).toLowerCase(), token: text.slice(colon + 1) };
}
