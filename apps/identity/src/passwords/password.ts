import { randomBytes } from 'node:crypto';
import { PASSWORD_LENGTH } from '@keyhaven/contracts/identity/person';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import argon2 from 'argon2';

/**
 * OWASP's first recommendation for argon2id: 19 MiB of memory (in KiB here), two iterations, one
 * thread.
 */
const PARAMETERS = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * The hash of a random password. If nobody has the given e-mail address, the password is compared with this hash, so
 * that the check takes the same time as for an existing user.
 */
const hashOfNobody = argon2.hash(randomBytes(16), PARAMETERS);
hashOfNobody.catch(() => {});

/** @throws ApiError bad_request with the name of the field and the expected length, but without the password. */
export function assertNewPassword(field: string, password: string): void {
  const length = [...password].length;
  const { minimum, maximum } = PASSWORD_LENGTH;
  if (length >= minimum && length <= maximum) return;
  throw new ApiError('bad_request', `${field}: has ${length} characters; expected ${minimum} to ${maximum}`);
}

/** Returns the hash of a password. The hash includes the parameters and the salt. */
export function hashPassword(password: string): Promise<string> {
  return argon2.hash(plain(password), PARAMETERS);
}

/**
 * Compares a password with a stored hash. If there is no hash, returns false, but takes as long as
 * a comparison.
 */
export async function isPassword(password: string, hash: string | undefined): Promise<boolean> {
  const isRight = await argon2.verify(hash ?? (await hashOfNobody), plain(password));
  return isRight && hash !== undefined;
}

/** Whether a hash was made with parameters other than the current ones. */
export function isOutdated(hash: string): boolean {
  return argon2.needsRehash(hash, PARAMETERS);
}

/**
 * Normalizes a password, because keyboards compose accented letters differently (NIST SP 800-63B,
 * 3.1.1.2).
 */
function plain(password: string): string {
  return password.normalize('NFKC');
}
