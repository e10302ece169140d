import { createHash, randomBytes } from 'node:crypto';
import type { TokenKind } from '@keyhaven/contracts/identity/identity';

/** The prefix of each kind of token. */
const prefixes: Record<TokenKind, string> = { personal: 'pt_', access: 'at_' };
/** 256 random bits cannot be guessed, so a fast hash without a salt is enough. */
const TOKEN_BYTES = 32;

/** Generates a token. */
export function newToken(kind: TokenKind): string {
  return `${prefixes[kind]}${randomBytes(TOKEN_BYTES).toString('base64url')}`;
}

/** The hash of a token: it is stored instead of the token, and tokens are looked up by it. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
