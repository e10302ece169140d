import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { mongo } from 'mongoose';
import type { AccountScope } from './account-scope';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts the secret part of an answer. The encryption key is derived from the Idempotency-Key as
 * the client sent it. The Idempotency-Key is never stored in this form, so only a repeated request
 * can decrypt the answer. The encryption key also depends on the account and on the hashed
 * Idempotency-Key, and through this hash on credential, method and path.
 */
export function sealAnswer(scope: AccountScope, secrets: Record<string, unknown>): string {
  const salt = randomBytes(SALT_BYTES);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, derivedKey(scope, salt), nonce);
  // Use BSON, because JSON would turn dates into strings.
  const encrypted = Buffer.concat([cipher.update(mongo.BSON.serialize(secrets)), cipher.final()]);
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
}

/** Decrypts what `sealAnswer` encrypted for the same request. @throws Error for any other request. */
export function openAnswer(scope: AccountScope, sealed: string): Record<string, unknown> {
  const bytes = Buffer.from(sealed, 'base64url');
  const [nonceAt, tagAt] = [SALT_BYTES, SALT_BYTES + NONCE_BYTES];
  const contentAt = tagAt + TAG_BYTES;
  const key = derivedKey(scope, bytes.subarray(0, nonceAt));
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(nonceAt, tagAt), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(tagAt, contentAt));
  const content = Buffer.concat([decipher.update(bytes.subarray(contentAt)), decipher.final()]);
  return mongo.BSON.deserialize(content);
}

function derivedKey({ accountId, idempotency }: AccountScope, salt: Buffer): Buffer {
  const { sentKey, key } = idempotency!;
  return Buffer.from(hkdfSync('sha256', sentKey, salt, `keyhaven answer ${accountId} ${key}`, KEY_BYTES));
}
