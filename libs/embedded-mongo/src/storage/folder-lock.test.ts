import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lockFolder } from './folder-lock';

describe('the lock of a folder', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), 'embedded-mongo-'))));
  afterEach(() => rm(folder, { recursive: true }));

  it('can be taken only once, and the error of a second attempt contains the path of the folder', async () => {
    const lock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(folder);
    await lock.release();
  });

  it('can be taken again after its release', async () => {
    await (await lockFolder(folder)).release();
    await (await lockFolder(folder)).release();
  });

  it('is the same lock for every path to the folder', async () => {
    const link = `${folder}-link`;
    await symlink(folder, link);
    const lock = await lockFolder(folder);
    await expect(lockFolder(link)).rejects.toThrow('another embedded database server');
    await lock.release();
    await rm(link);
  });

  it('is obtained by exactly one of many concurrent attempts', async () => {
    const wanted = await Promise.allSettled(Array.from({ length: 10 }, () => lockFolder(folder)));
    const taken = wanted.filter((result) => result.status === 'fulfilled');
    expect(taken).toHaveLength(1);
    await taken[0]?.value.release();
  });
});
