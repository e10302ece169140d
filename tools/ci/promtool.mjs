// Builds promtool, which checks alert rules: node tools/ci/promtool.mjs prints its path. It is kept in the cache folder of
// the user.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The Go module of Prometheus 3.15.0. The version is fixed, so that a new one cannot fail the tests of an old release. */
const MODULE = 'github.com/prometheus/prometheus@v0.315.0';
/** The first build downloads and compiles Prometheus. */
const TIMEOUT_MS = 1_200_000;

/** @returns the path of promtool, or the reason why there is none. */
export function findPromtool() {
  const cache = process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache');
  const file = path.join(cache, 'keyhaven', `promtool-${MODULE.split('@')[1]}`);
  if (existsSync(file)) return { file };
  // The workspace file of the module names folders that the module does not contain.
  const env = { ...process.env, GOWORK: 'off' };
  const go = (...args) => spawnSync('go', args, { encoding: 'utf8', timeout: TIMEOUT_MS, env });
  if (go('version').status !== 0) return { reason: 'go is not on the path' };
  const download = go('mod', 'download', '-json', MODULE);
  if (download.status !== 0) return { reason: `go could not download ${MODULE}: ${lastLine(download)}` };
  const { Dir } = JSON.parse(download.stdout);
  mkdirSync(path.dirname(file), { recursive: true });
  const made = `${file}.${process.pid}`;
  // Without service discovery, which promtool needs only to check configurations, the build takes a fraction of the time.
  const build = go('-C', Dir, 'build', '-tags', 'remove_all_sd', '-ldflags', '-s -w', '-o', made, './cmd/promtool');
  if (build.status !== 0) return { reason: `go could not build promtool: ${lastLine(build)}` };
  renameSync(made, file);
  return { file };
}

const lastLine = ({ stderr, error }) => String(error ?? stderr.trim().split('\n').at(-1));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { file, reason } = findPromtool();
  if (reason === undefined) console.log(file);
  else console.error(reason);
  process.exitCode = reason === undefined ? 0 : 1;
}
