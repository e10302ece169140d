import { watch } from 'node:fs';
import path from 'node:path';

/**
 * Changes within this time are handled together, in milliseconds. An editor writes a file in several steps, and a
 * checkout writes many files.
 */
const DEBOUNCE_MS = 100;

/**
 * Watches folders recursively.
 * @param onChange a function that receives the changed files, relative to the root. It is not
 * called again until its previous call has finished.
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
      timer = setTimeout(() => void handle(), DEBOUNCE_MS);
    });
    // A file was deleted while it was being watched. Its folder reports the change.
    watcher.on('error', () => {});
  }
}
