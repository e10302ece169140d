import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ObjectStore } from './object-store';

/** Stores objects as files in a folder, for one machine. Keys are generated, so they are safe as file names. */
export function folderStore(folder: string): ObjectStore {
  const fileOf = (key: string) => {
    if (!/^[\w-]+\.[a-z]+$/.test(key)) throw new Error('not the key of an object');
    return path.join(folder, key);
  };
  return {
    put: async (key, bytes) => {
      const file = fileOf(key);
      await mkdir(folder, { recursive: true });
      // Written and flushed under another name first, so that nobody reads half a file.
      const unfinished = `${file}.part`;
      const handle = await open(unfinished, 'w', 0o600);
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(unfinished, file);
      await flushFolder(folder);
    },
    get: async (key) => {
      const handle = await open(fileOf(key), 'r').catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw error;
      });
      if (!handle) return undefined;
      const { size } = await handle.stat();
      return { body: handle.createReadStream(), bytes: size };
    },
    delete: async (key) => {
      await rm(fileOf(key), { force: true });
      await rm(`${fileOf(key)}.part`, { force: true });
    },
  };
}

/** The file's name is stored in its folder, which must be flushed too. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Compares the code only: under jest, errors of another realm are not instances of this realm's Error. */
function isMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
}
