import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { flushFile, flushFolder } from './flush';
import { makeFolder } from './make-folder';

let folder: string;
beforeEach(async () => void (folder = await fs.mkdtemp(path.join(os.tmpdir(), 'flush-'))));
afterEach(async () => {
  jest.restoreAllMocks();
  await fs.rm(folder, { recursive: true });
});

/** Makes every flush fail with this error code. @returns the names of the files and folders that were flushed. */
function onFlush(code?: string): string[] {
  const flushed: string[] = [];
  const { open } = fs;
  jest.spyOn(fs, 'open').mockImplementation(async (name, ...options) => {
    const handle = await open(name, ...options);
    handle.sync = () => {
      flushed.push(String(name));
      return code ? Promise.reject(Object.assign(new Error(code), { code })) : Promise.resolve();
    };
    return handle;
  });
  return flushed;
}

describe('flushFolder', () => {
  it.each(['EINVAL', 'ENOTSUP'])('ignores %s, the error of a file system that cannot flush folders', async (code) => {
    const flushed = onFlush(code);
    await flushFolder(folder);
    expect(flushed).toEqual([folder]);
  });

  it('ignores that the folder may not be read', async () => {
    jest.spyOn(fs, 'open').mockRejectedValue(Object.assign(new Error('EACCES'), { code: 'EACCES' }));
    await expect(flushFolder(folder)).resolves.toBeUndefined();
  });

  it('fails if the disk cannot be written', async () => {
    onFlush('EIO');
    await expect(flushFolder(folder)).rejects.toThrow('EIO');
  });
});

describe('flushFile', () => {
  it('flushes a read-only file', async () => {
    const file = path.join(folder, 'file');
    await fs.writeFile(file, 'content', { mode: 0o400 });
    const flushed = onFlush();
    await flushFile(file);
    expect(flushed).toEqual([file]);
  });

  it.each(['EINVAL', 'EIO'])('fails with %s, because every file system can flush files', async (code) => {
    const file = path.join(folder, 'file');
    await fs.writeFile(file, 'content');
    onFlush(code);
    await expect(flushFile(file)).rejects.toThrow(code);
  });
});

describe('on Windows', () => {
  it('files are opened for writing before they are flushed, and folders are not flushed', async () => {
    const opened = jest.spyOn(fs, 'open');
    const file = path.join(folder, 'file');
    await fs.writeFile(file, 'content');
    const { platform } = process;
    Object.defineProperty(process, 'platform', { value: 'win32' });
    try {
      await jest.isolateModulesAsync(async () => {
        const onWindows = await import('./flush');
        await onWindows.flushFile(file);
        await onWindows.flushFolder(folder);
      });
    } finally {
      Object.defineProperty(process, 'platform', { value: platform });
    }
    expect(opened.mock.calls).toEqual([[file, 'r+']]);
  });
});

describe('makeFolder', () => {
  it('flushes the parent of each folder that it creates, from the top to the bottom', async () => {
    const flushed = onFlush();
    await makeFolder(path.join(folder, 'a/b/c'));
    expect(flushed).toEqual([folder, path.join(folder, 'a'), path.join(folder, 'a/b')]);
    expect((await fs.stat(path.join(folder, 'a/b/c'))).isDirectory()).toBe(true);
  });

  it('accepts a relative path', async () => {
    const flushed = onFlush();
    await makeFolder(path.relative(process.cwd(), path.join(folder, 'a/b')));
    expect(flushed).toEqual([folder, path.join(folder, 'a')]);
  });

  it('flushes nothing if the folder exists', async () => {
    const flushed = onFlush();
    await makeFolder(folder);
    expect(flushed).toEqual([]);
  });
});
