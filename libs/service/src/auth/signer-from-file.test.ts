import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { makeIssuerKeys } from './make-keys';
import { fixedPublicKeys } from './public-keys';
import { tokenSignerFromFile } from './signer-from-file';
import { createTokenVerifier } from './token-verifier';

describe('a signer from a file', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'keyhaven-signer-'));
  const file = path.join(folder, 'key.json');
  afterAll(() => rmSync(folder, { recursive: true }));

  it('signs tokens that verify with the public key', async () => {
    const { privateKey, publicKey } = await makeIssuerKeys('gateway');
    writeFileSync(file, JSON.stringify(privateKey));
    const sign = await tokenSignerFromFile('gateway', file);
    const verify = createTokenVerifier('booking', fixedPublicKeys([publicKey]));
    expect(await verify(await sign({ audience: 'booking', scope: 'service' }))).toMatchObject({ issuer: 'gateway' });
  });

  it.each(['not JSON but a secret', '{"kty":"OKP","d":"a secret"}'])(
    'that cannot be read: the error names the file and shows none of its content: %s',
    async (content) => {
      writeFileSync(file, content);
      const failure = tokenSignerFromFile('gateway', file);
      await expect(failure).rejects.toThrow(`could not be read from ${file}`);
      await expect(failure).rejects.not.toThrow('secret');
    },
  );
});
