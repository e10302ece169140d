import { createHash, randomBytes } from 'node:crypto';
import type { TokenKind } from '@keyhaven/contracts/identity/identity';

/** What the token of a kind begins with. */
const prefixes: Record<TokenKind, string> = { personal: 'pt_', access: 'at_' };
/** Nobody guesses 256 bits: that is why a fast hash without a salt is enough. */
const TOKEN_BYTES = 32;

/** Makes a token of a kind. */
export function newToken(kind: TokenKind): string {
  return `${prefixes[kind]}${randomBytes(TOKEN_BYTES).toString('base64url')}`;
}

/** What is stored of a token, and what it is found by. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
