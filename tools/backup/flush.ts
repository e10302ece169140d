import { open } from 'node:fs/promises';

/** Flushes a file or a folder to the disk. The name of a file is durable only after its folder was flushed. */
export async function flush(name: string): Promise<void> {
  const handle = await open(name, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
