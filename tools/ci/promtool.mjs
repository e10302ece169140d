// Extracts promtool, which checks alert rules, from Debian's package, and keeps it in the user's
// cache folder. `node tools/ci/promtool.mjs` prints the path of promtool. The package itself is not
// installed, because its installation would start a Prometheus server.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGE = 'prometheus';

/** @returns the path of promtool, or the reason why there is none. */
export function findPromtool() {
  const cache = path.join(process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'), 'keyhaven');
  const file = path.join(cache, 'promtool');
  if (existsSync(file)) return { file };
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'promtool-'));
  try {
    const reason = extractInto(folder);
    if (reason !== undefined) return { reason };
    renameSync(path.join(folder, 'usr/bin/promtool'), file);
    return { file };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @returns the reason why the package could not be extracted, or undefined. */
function extractInto(folder) {
  const run = (command, ...args) => spawnSync(command, args, { encoding: 'utf8', cwd: folder, timeout: 300_000 });
  let downloaded = run('apt-get', 'download', '-q', PACKAGE);
  if (downloaded.status !== 0) {
    // A new machine has no lists of packages yet. Only root can update them.
    run('apt-get', 'update', '-q');
    downloaded = run('apt-get', 'download', '-q', PACKAGE);
  }
  if (downloaded.status !== 0) return `apt-get could not download the package ${PACKAGE}: ${lastLine(downloaded)}`;
  const extracted = run(
    'dpkg-deb',
    '-x',
    readdirSync(folder).find((name) => name.endsWith('.deb')),
    '.',
  );
  return extracted.status === 0 ? undefined : `dpkg-deb could not extract promtool: ${lastLine(extracted)}`;
}

const lastLine = ({ stderr, error }) => String(error ?? stderr.trim().split('\n').at(-1));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { file, reason } = findPromtool();
  if (reason === undefined) console.log(file);
  else console.error(reason);
  process.exitCode = reason === undefined ? 0 : 1;
}
