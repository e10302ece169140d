import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { makeMissingKeys, makeMissingSecrets } from './make-missing-keys';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(path.join(os.tmpdir(), 'keyhaven-keys-'))));
afterEach(() => rm(folder, { recursive: true }));

const contents = async () =>
  Promise.all((await readdir(folder)).map(async (name) => [name, await readFile(path.join(folder, name), 'utf8')]));
const publicKeys = async () =>
  (JSON.parse(await readFile(path.join(folder, 'public.json'), 'utf8')) as { keys: { kid: string }[] }).keys;

describe('the program that creates missing keys and secrets', () => {
  it('creates each key and secret once, and keeps existing keys and secrets', async () => {
    expect(await makeMissingKeys(folder)).toContain('booking');
    expect(await makeMissingSecrets(folder)).toEqual(['attachment-secret', 'portal-secret']);
    const before = await contents();
    expect([await makeMissingKeys(folder), await makeMissingSecrets(folder)]).toEqual([[], []]);
    expect(await contents()).toEqual(before);
  });

  it('creates secrets of at least 32 characters, in files that only their owner can read', async () => {
    await makeMissingSecrets(folder);
    const file = path.join(folder, 'portal-secret');
    expect((await stat(file)).mode & 0o077).toBe(0);
    expect(await readFile(file, 'utf8')).toMatch(/^[\w-]{43}$/);
  });

  it('replaces a private key whose public key is not published', async () => {
    await makeMissingKeys(folder);
    const keys = (await publicKeys()).filter(({ kid }) => !kid.startsWith('fees-'));
    await writeFile(path.join(folder, 'public.json'), JSON.stringify({ keys }));
    expect(await makeMissingKeys(folder)).toEqual(['fees']);
    const { kid } = JSON.parse(await readFile(path.join(folder, 'fees.json'), 'utf8')) as { kid: string };
    expect((await publicKeys()).map((key) => key.kid)).toContain(kid);
  });
});
