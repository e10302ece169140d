import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { datedFolder, removeOldBackups } from './dated-backups';
import { MANIFEST } from './manifest';

let parent: string;
beforeEach(async () => void (parent = await mkdtemp(path.join(os.tmpdir(), 'keyhaven-dated-'))));
afterEach(() => rm(parent, { recursive: true }));

async function makeBackup(day: number, isComplete = true): Promise<string> {
  const folder = datedFolder(parent, new Date(Date.UTC(2026, 6, day, 2, 30)));
  await mkdir(path.join(folder, 'keyhaven_fees'), { recursive: true });
  if (isComplete) await writeFile(path.join(folder, MANIFEST), '{}');
  return path.basename(folder);
}

describe('removeOldBackups', () => {
  it('keeps the newest complete backups', async () => {
    const names = [await makeBackup(1), await makeBackup(2), await makeBackup(3), await makeBackup(4)];
    expect(names[0]).toBe('2026-07-01T02-30-00Z');
    expect(await removeOldBackups(parent, 2)).toEqual(names.slice(0, 2).map((name) => path.join(parent, name)));
    expect((await readdir(parent)).sort()).toEqual(names.slice(2));
  });

  it('does not count failed attempts, and removes failed attempts older than the oldest kept backup', async () => {
    await makeBackup(1, false);
    const kept = [await makeBackup(2), await makeBackup(3, false), await makeBackup(4), await makeBackup(5, false)];
    await removeOldBackups(parent, 2);
    expect((await readdir(parent)).sort()).toEqual(kept);
  });

  it('removes nothing if there is no complete backup', async () => {
    const attempts = [await makeBackup(1, false), await makeBackup(2, false)];
    expect(await removeOldBackups(parent, 1)).toEqual([]);
    expect((await readdir(parent)).sort()).toEqual(attempts);
  });

  it('leaves other files and folders alone', async () => {
    await mkdir(path.join(parent, 'before-the-upgrade'));
    await writeFile(path.join(parent, '2026-01-01.txt'), 'a note');
    const name = await makeBackup(9);
    await removeOldBackups(parent, 1);
    expect((await readdir(parent)).sort()).toEqual(['2026-01-01.txt', name, 'before-the-upgrade']);
  });
});
