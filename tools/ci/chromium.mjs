// Finds Chromium for the tests of pages, and installs Debian's package if Chromium is missing.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const succeeds = (command, args) => spawnSync(command, args, { stdio: 'inherit' }).status === 0;
const isInstalled = () => spawnSync('sh', ['-c', 'command -v chromium']).status === 0;

/** @returns the reason why Chromium cannot be used on this machine; undefined if it can. */
export function missingChromium() {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) return existsSync(CHROMIUM_PATH) ? undefined : `there is no CHROMIUM_PATH ${CHROMIUM_PATH}`;
  if (isInstalled()) return undefined;
  if (process.getuid?.() !== 0) return 'chromium is not on the path, and only root can install it';
  console.log('--- installing the package chromium');
  const isDone =
    succeeds('apt-get', ['update', '-q']) &&
    succeeds('apt-get', ['install', '-q', '-y', '--no-install-recommends', 'chromium']);
  return isDone && isInstalled() ? undefined : 'the package chromium could not be installed with apt-get';
}
