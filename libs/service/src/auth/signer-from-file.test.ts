import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { decodeProtectedHeader } from 'jose/decode/protected_header';
import { makeIssuerKeys } from './make-keys';
import { fixedPublicKeys } from './public-keys';
import { tokenSignerFromFile } from './signer-from-file';
import { createTokenVerifier } from './token-verifier';

describe('tokenSignerFromFile', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'keyhaven-signer-'));
  const file = path.join(folder, 'key.json');
  afterAll(() => rmSync(folder, { recursive: true }));

  it('signs tokens that the public key verifies', async () => {
    const { privateKey, publicKey } = await makeIssuerKeys('gateway');
    writeFileSync(file, JSON.stringify(privateKey));
    const sign = await tokenSignerFromFile('gateway', file);
    const verify = createTokenVerifier('booking', fixedPublicKeys([publicKey]));
    expect(await verify(await sign({ audience: 'booking', scope: 'service' }))).toMatchObject({ issuer: 'gateway' });
  });

  it('uses a new key two minutes after the file changed, and keeps the current key if the file becomes unreadable', async () => {
    const [old, next] = [await makeIssuerKeys('gateway'), await makeIssuerKeys('gateway')];
    const now = jest.spyOn(Date, 'now');
    let clock = Date.now();
    now.mockImplementation(() => clock);
    try {
      writeFileSync(file, JSON.stringify(old.privateKey));
      const sign = await tokenSignerFromFile('gateway', file);
      const kid = async () => decodeProtectedHeader(await sign({ audience: 'booking', scope: 'service' })).kid;
      writeFileSync(file, JSON.stringify(next.privateKey));
      utimesSync(file, clock / 1000, clock / 1000);
      clock += 110_000;
      expect(await kid()).toBe(old.publicKey.kid);
      clock += 15_000;
      expect(await kid()).toBe(next.publicKey.kid);
      writeFileSync(file, '{"kty":');
      utimesSync(file, clock / 1000, clock / 1000);
      clock += 130_000;
      expect(await kid()).toBe(next.publicKey.kid);
    } finally {
      now.mockRestore();
    }
  });

  it.each(['not JSON but a secret', '{"kty":"OKP","d":"a secret"}'])(
    'throws an error that names the file but does not quote its content: %s',
    async (content) => {
      writeFileSync(file, content);
      const failure = tokenSignerFromFile('gateway', file);
      await expect(failure).rejects.toThrow(`could not be read from ${file}`);
      await expect(failure).rejects.not.toThrow('secret');
    },
  );
});
