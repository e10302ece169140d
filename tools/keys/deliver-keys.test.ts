import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { deliverKeys } from './deliver-keys';
import { makeMissingKeys, makeMissingSecrets } from './make-missing-keys';
import { prepareKeys, useNewKeys } from './replace-keys';

describe('the delivery of keys', () => {
  let root: string;
  const folder = () => path.join(root, 'keys');
  const target = (name = '') => path.join(root, 'of', name);
  beforeEach(async () => {
    root = await mkdtemp(path.join(os.tmpdir(), 'keyhaven-deliver-'));
    for (const name of ['booking', 'messaging', 'operator', 'portal']) await mkdir(target(name), { recursive: true });
    await makeMissingKeys(folder());
    await makeMissingSecrets(folder());
  });
  afterEach(() => rm(root, { recursive: true }));

  it('gives each process only its own private key, its own secrets and all public keys', async () => {
    expect(await deliverKeys(folder(), target())).toEqual(['booking', 'messaging', 'operator', 'portal']);
    const contents = Object.fromEntries(
      await Promise.all((await readdir(target())).map(async (name) => [name, (await readdir(target(name))).sort()])),
    ) as Record<string, string[]>;
    expect(contents).toEqual({
      booking: ['booking.json', 'public.json'],
      messaging: ['attachment-secret', 'messaging.json', 'public.json'],
      operator: ['operator.json', 'public.json'],
      portal: ['portal-secret', 'portal.json', 'public.json'],
    });
    expect((await stat(target('booking/booking.json'))).mode & 0o077).toBe(0);
  });

  it('delivers a new private key only after useNewKeys put the key into use', async () => {
    const read = () => readFile(target('booking/booking.json'), 'utf8');
    await deliverKeys(folder(), target());
    const old = await read();
    await prepareKeys(folder(), ['booking']);
    await deliverKeys(folder(), target());
    expect([await read(), (await readdir(target('booking'))).length]).toEqual([old, 2]);
    await useNewKeys(folder(), 0);
    expect(await deliverKeys(folder(), target())).toEqual(['booking']);
    expect(await read()).not.toBe(old);
  });

  it('does not rewrite unchanged files, because a process uses a key only some time after its file has changed', async () => {
    await deliverKeys(folder(), target());
    const { ctimeMs } = await stat(target('booking/booking.json'));
    expect(await deliverKeys(folder(), target())).toEqual([]);
    expect((await stat(target('booking/booking.json'))).ctimeMs).toBe(ctimeMs);
  });
});
