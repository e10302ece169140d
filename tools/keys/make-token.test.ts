import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { makeIssuerKeys } from '@keyhaven/service/auth/make-keys';
import { createTokenVerifier } from '@keyhaven/service/auth/token-verifier';
import { fixedPublicKeys, publicKeysFromFile } from '@keyhaven/service/auth/public-keys';
import { storeKeys } from '@keyhaven/service/data-folder/stored-keys';
import { makeMissingKeys } from './make-missing-keys';
import { makeToken } from './make-token';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(path.join(os.tmpdir(), 'keyhaven-token-'))));
afterEach(() => rm(folder, { recursive: true }));

describe('the program that signs tokens', () => {
  it('signs with the keys in the folder of `npm run keys`', async () => {
    await makeMissingKeys(folder, ['operator']);
    const verify = createTokenVerifier('fees', await publicKeysFromFile(path.join(folder, 'public.json')));
    expect(await verify(await makeToken(folder, 'operator', 'fees'))).toMatchObject({ issuer: 'operator' });
  });

  it('signs with the keys in the data folder of a platform in one process', async () => {
    const operator = await makeIssuerKeys('operator');
    await storeKeys(folder, { operator });
    const verify = createTokenVerifier('fees', fixedPublicKeys([operator.publicKey]));
    expect(await verify(await makeToken(folder, 'operator', 'fees'))).toMatchObject({ issuer: 'operator' });
  });

  it('names the missing file if the folder has no key of the issuer', async () => {
    await expect(makeToken(folder, 'operator', 'fees')).rejects.toThrow(path.join(folder, 'operator.json'));
  });
});
