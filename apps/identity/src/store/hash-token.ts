import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** The prefix of each kind of token and secret. */
const prefixes = {
  personal: 'pt_',
  access: 'at_',
  refresh: 'rt_',
  code: 'tc_',
  client: 'c_',
  client_secret: 's_',
} as const;
/**
 * A token has 256 random bits, so nobody can guess it, and a fast hash without a salt is enough.
 */
const TOKEN_BYTES = 32;

export function newToken(kind: keyof typeof prefixes, bytes = TOKEN_BYTES): string {
  return `${prefixes[kind]}${newSecret(bytes)}`;
}

/** Generates a secret without a prefix, for sessions and links. */
export function newSecret(bytes = TOKEN_BYTES): string {
  return randomBytes(bytes).toString('base64url');
}

/** Returns the hash of a token. The hash is stored instead of the token, and is used to find the stored document. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Whether a token has this hash, compared in constant time. */
export function hasHash(token: string, hash: string): boolean {
  const [own, other] = [Buffer.from(hashToken(token)), Buffer.from(hash)];
  return own.length === other.length && timingSafeEqual(own, other);
}
