import { open } from 'node:fs/promises';

const isWindows = process.platform === 'win32';

/**
 * The errors of a file system that cannot flush folders, and of a folder that this process may write but not read.
 * This process can then do no more for the names in the folder.
 */
const CANNOT_FLUSH: readonly unknown[] = ['EINVAL', 'ENOTSUP', 'EACCES'];

/** Flushes the content of a file to the disk. */
export function flushFile(file: string): Promise<void> {
  // Windows flushes only files that are open for writing. On other systems, the file may be read-only.
  return flush(file, isWindows ? 'r+' : 'r');
}

/**
 * Flushes a folder to the disk. The new name of a file is on disk only after its folder was flushed. Does nothing if
 * the folder cannot be flushed. Windows can flush no folder.
 */
export async function flushFolder(folder: string): Promise<void> {
  if (isWindows) return;
  try {
    await flush(folder, 'r');
  } catch (error) {
    if (!CANNOT_FLUSH.includes((error as NodeJS.ErrnoException).code)) throw error;
  }
}

async function flush(name: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(name, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
