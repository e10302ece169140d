import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { makeIssuerKeys } from '@keyhaven/service/auth/make-keys';
import { publicKeysFromFile } from '@keyhaven/service/auth/public-keys';
import { tokenSignerFromFile } from '@keyhaven/service/auth/signer-from-file';
import { createTokenVerifier } from '@keyhaven/service/auth/token-verifier';
import { publishKeys, readPublicKeys, writePrivateKey } from './key-folder';
import { makeMissingKeys } from './make-missing-keys';
import { prepareKeys, removeOldKeys, useNewKeys } from './replace-keys';

const issuers = ['gateway', 'booking'];
let folder: string;
/**
 * A copy of the folder from before the most recent step. A process that has not read the change of
 * this step yet uses the keys in the copy.
 */
let before: string;
let clock: number;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'keyhaven-replace-'));
  before = `${folder}-before`;
  clock = Date.now();
  jest.spyOn(Date, 'now').mockImplementation(() => clock);
  await makeMissingKeys(folder, issuers);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await Promise.all([folder, before].map((each) => rm(each, { recursive: true, force: true })));
});

/** Copies the folder to `before`, does a step, and then moves the clock past the required pause. */
async function step(work: () => Promise<unknown>): Promise<void> {
  await rm(before, { recursive: true, force: true });
  await cp(folder, before, { recursive: true });
  await work();
  clock += 300_000;
}

/**
 * Whether a process with the files in `verifying` accepts the tokens of a process that starts with
 * the files in `signing`.
 */
async function isAccepted(signing: string, verifying: string): Promise<boolean> {
  const sign = await tokenSignerFromFile('gateway', path.join(signing, 'gateway.json'));
  const verify = createTokenVerifier('booking', await publicKeysFromFile(path.join(verifying, 'public.json')));
  return (await verify(await sign({ audience: 'booking', scope: 'service' }))) !== undefined;
}
const kidInUse = async () =>
  (JSON.parse(await readFile(path.join(folder, 'gateway.json'), 'utf8')) as { kid: string }).kid;

describe('a replacement of keys', () => {
  const steps: [string, () => Promise<unknown>][] = [
    ['publishes the new public keys', () => prepareKeys(folder, issuers)],
    ['puts the new private keys in use', () => useNewKeys(folder)],
    ['removes the old public keys', () => removeOldKeys(folder)],
  ];

  it('lets no process sign with a key that other processes do not know, even if the process starts during a step', async () => {
    const old = await kidInUse();
    const seen: [string, boolean, boolean][] = [];
    for (const [name, work] of steps) {
      await step(work);
      seen.push([name, await isAccepted(folder, before), await isAccepted(before, folder)]);
    }
    // The final step removes the old public keys. Even a process that has not read this change yet signs with the new
    // key.
    expect(seen).toEqual(steps.map(([name]) => [name, true, true]));
    expect((await readPublicKeys(folder)).map(({ issuer }) => issuer).sort()).toEqual(['booking', 'gateway']);
    expect(await kidInUse()).not.toBe(old);
  });

  it('would be unsafe in one step, because a process could sign with a key that other processes do not know yet', async () => {
    await step(async () => {
      const made = await makeIssuerKeys('gateway');
      await publishKeys(folder, [made]);
      await writePrivateKey(folder, 'gateway', made.privateKey);
    });
    expect(await isAccepted(folder, before)).toBe(false);
  });

  it('refuses the next step until all processes have had enough time to read the files of the previous step', async () => {
    const old = await kidInUse();
    await prepareKeys(folder, issuers);
    clock += 60_000;
    await expect(useNewKeys(folder)).rejects.toThrow(
      /the new public keys may not be known everywhere yet; wait \d+ seconds, or add --now/,
    );
    expect(await kidInUse()).toBe(old);
    clock += 120_000;
    await useNewKeys(folder);
    await expect(removeOldKeys(folder)).rejects.toThrow('the new private keys may not be in use everywhere yet');
    expect(await readPublicKeys(folder)).toHaveLength(4);
    expect(await removeOldKeys(folder, 0)).toHaveLength(2);
  });

  it('keeps prepared keys if old keys are removed before the prepared keys are in use', async () => {
    await step(() => prepareKeys(folder, issuers));
    expect(await removeOldKeys(folder)).toEqual([]);
    await step(() => useNewKeys(folder));
    expect(await isAccepted(folder, before)).toBe(true);
  });

  it('removes no key of an issuer whose private key is not in the folder', async () => {
    await rm(path.join(folder, 'booking.json'));
    await expect(removeOldKeys(folder)).rejects.toThrow('booking.json');
    expect(await readPublicKeys(folder)).toHaveLength(2);
  });

  it('leaves no files of prepared keys in the folder', async () => {
    for (const [, work] of steps) await step(work);
    expect((await readdir(folder)).sort()).toEqual(['booking.json', 'gateway.json', 'public.json']);
  });
});
