import { type AccountScope, accountId } from './account-scope';
import { openAnswer, sealAnswer } from './sealed-answer';

const scopeOf = (id: number, key: string, sentKey: string): AccountScope => ({
  accountId: accountId(id),
  idempotency: { key, sentKey, requestHash: 'hash' },
});
const scope = scopeOf(7, 'hashed', 'as sent');
const secrets = { token: 'pt_secret', created_utc: new Date('2026-05-03T10:00:00Z'), none: null };

describe('the encrypted part of a stored response', () => {
  it('can be decrypted by a repeated request, and keeps the type of dates', () => {
    expect(openAnswer(scope, sealAnswer(scope, secrets))).toEqual(secrets);
  });

  it('does not contain the secret in plain text, and is different each time', () => {
    const [one, other] = [sealAnswer(scope, secrets), sealAnswer(scope, secrets)];
    expect(one).not.toBe(other);
    expect(Buffer.from(one, 'base64url').toString('latin1')).not.toContain('pt_secret');
  });

  it.each([
    ['Idempotency-Key', scopeOf(7, 'hashed', 'hashed')],
    ['credential or route', scopeOf(7, 'hashed elsewhere', 'as sent')],
    ['account', scopeOf(8, 'hashed', 'as sent')],
  ])('cannot be decrypted with a different %s', (_name, other) => {
    const sealed = sealAnswer(scope, secrets);
    expect(() => openAnswer(other, sealed)).toThrow();
  });

  it('cannot be decrypted after any of its bytes was changed', () => {
    const sealed = Buffer.from(sealAnswer(scope, secrets), 'base64url');
    for (const at of sealed.keys()) {
      const changed = Buffer.from(sealed);
      changed[at]! ^= 1;
      expect(() => openAnswer(scope, changed.toString('base64url'))).toThrow();
    }
  });
});
