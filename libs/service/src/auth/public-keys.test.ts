import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { makeIssuerKeys } from './make-keys';
import { publicKeysFromFile } from './public-keys';
import { createTokenSigner } from './token-signer';
import { createTokenVerifier } from './token-verifier';

describe('publicKeysFromFile', () => {
  it('reads the file again when it changes, and then refuses tokens that were signed with removed keys', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'keys-'));
    const file = path.join(folder, 'public.json');
    const now = jest.spyOn(Date, 'now');
    let clock = Date.now();
    now.mockImplementation(() => clock);
    try {
      const [old, next] = [await makeIssuerKeys('gateway'), await makeIssuerKeys('gateway')];
      await writeFile(file, JSON.stringify({ keys: [old.publicKey] }));
      const verify = createTokenVerifier('booking', await publicKeysFromFile(file));
      const tokenOf = async (keys: typeof old) =>
        (await createTokenSigner('gateway', keys.privateKey))({ audience: 'booking', scope: 'full', accountId: 1 });
      const [oldToken, newToken] = [await tokenOf(old), await tokenOf(next)];
      expect(await verify(oldToken)).toMatchObject({ issuer: 'gateway', accountId: 1 });
      expect(await verify(newToken)).toBeUndefined();

      await writeFile(file, JSON.stringify({ keys: [next.publicKey] }));
      await utimes(file, 1, 1_000_000);
      clock += 3000;
      expect(await verify(newToken)).toMatchObject({ issuer: 'gateway' });
      expect(await verify(oldToken)).toBeUndefined();
    } finally {
      now.mockRestore();
      await rm(folder, { recursive: true });
    }
  });

  it('refuses a token that an issuer signed with the key of a different issuer', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'keys-'));
    const file = path.join(folder, 'public.json');
    const gateway = await makeIssuerKeys('gateway');
    await writeFile(file, JSON.stringify({ keys: [gateway.publicKey] }));
    const verify = createTokenVerifier('booking', await publicKeysFromFile(file));
    const pretend = await createTokenSigner('pricing', gateway.privateKey);
    expect(await verify(await pretend({ audience: 'booking', scope: 'service' }))).toBeUndefined();
    await rm(folder, { recursive: true });
  });
});
