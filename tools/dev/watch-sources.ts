import { watch } from 'node:fs';
import path from 'node:path';

/** An editor writes a file in several steps, and a checkout many files: changes within this time are one, in milliseconds. */
const SETTLE_MS = 100;

/**
 * Watches folders and everything in them.
 * @param onChange receives the changed files, relative to the root; it is not called again before it has finished.
 */
export function watchSources(
  root: string,
  folders: readonly string[],
  onChange: (changed: ReadonlySet<string>) => Promise<void>,
): void {
  let changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isHandling = false;

  const handle = async () => {
    if (isHandling || changed.size === 0) return;
    isHandling = true;
    const files = changed;
    changed = new Set();
    await onChange(files).finally(() => (isHandling = false));
    await handle();
  };
  for (const folder of folders) {
    const watcher = watch(path.join(root, folder), { recursive: true }, (_event, file) => {
      if (file === null) return;
      changed.add(path.posix.join(folder, file.replaceAll('\\', '/')));
      clearTimeout(timer);
      timer = setTimeout(() => void handle(), SETTLE_MS);
    });
    // A file that vanished while it was being watched: its folder reports the change.
    watcher.on('error', () => {});
  }
}
