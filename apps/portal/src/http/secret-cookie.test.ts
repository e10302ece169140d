import { createSecretPacker } from './secret-cookie';

const packer = createSecretPacker('a secret of the tests with 32 letters');
const recipient = { path: '/portal/tokens/made', sessionToken: 'one' };
const now = new Date('2027-01-01T00:00:00Z');
const expires = new Date('2027-01-01T00:01:00Z');
const content = { kind: 'token' as const, name: 'Nightly', token: 'pt_secret' };

it('a cookie with a secret can be read by the page and the session for which the secret was encrypted', () => {
  expect(packer.unpack(packer.pack(content, recipient, expires), recipient, now)).toEqual(content);
});

it('an encrypted secret does not contain the plain text', () => {
  expect(Buffer.from(packer.pack(content, recipient, expires), 'base64url').toString('latin1')).not.toContain(
    'pt_secret',
  );
});

it('a secret in a cookie cannot be read by another page, session or portal, or after the cookie was changed', () => {
  const packed = packer.pack(content, recipient, expires);
  const other = createSecretPacker('another secret of tests, 32 letters');
  expect(packer.unpack(packed, { ...recipient, path: '/portal' }, now)).toBeUndefined();
  expect(packer.unpack(packed, { ...recipient, sessionToken: 'two' }, now)).toBeUndefined();
  expect(other.unpack(packed, recipient, now)).toBeUndefined();
  for (const changed of [`A${packed}`, packed.slice(0, -4), '', 'x', packed.slice(0, 20)]) {
    expect(packer.unpack(changed, recipient, now)).toBeUndefined();
  }
  expect(packer.unpack(undefined, recipient, now)).toBeUndefined();
});

it('a secret in a cookie cannot be read after its expiry, even if the browser has kept the cookie', () => {
  const packed = packer.pack(content, recipient, expires);
  expect(packer.unpack(packed, recipient, new Date(expires.getTime() - 1))).toEqual(content);
  expect(packer.unpack(packed, recipient, expires)).toBeUndefined();
});
