import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { writeJson } from './data-folder';

describe('writeJson', () => {
  let folder: string;
  beforeEach(async () => void (folder = await fs.mkdtemp(path.join(os.tmpdir(), 'data-folder-'))));
  afterEach(async () => {
    jest.restoreAllMocks();
    await fs.rm(folder, { recursive: true });
  });

  it('flushes the folder after renaming the file, because a power cut could otherwise undo the renaming', async () => {
    const filesAtFlush: string[][] = [];
    const { open } = fs;
    jest.spyOn(fs, 'open').mockImplementation(async (name, ...options) => {
      const handle = await open(name, ...options);
      const sync = handle.sync.bind(handle);
      handle.sync = async () => {
        if (name === folder) filesAtFlush.push(await fs.readdir(folder));
        await sync();
      };
      return handle;
    });
    await writeJson(folder, 'keys.json', { key: 1 });
    expect(filesAtFlush).toEqual([['keys.json']]);
  });
});
