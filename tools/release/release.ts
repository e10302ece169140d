/**
 * `npm run release` checks that the current commit can be released as the version in package.json, and writes
 * docs/releases/VERSION: the documents, the SBOM of the image, and a data folder that the tests of later versions start
 * on. Then it prints the commands that commit and tag the release. With `--draft` it writes only the data folder,
 * without checks.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { VERSION } from '@keyhaven/contracts/platform/version';
import { writeSbom } from '../docker/sbom.mjs';
import { documentsToWrite, releaseFaults, SBOM } from './release-faults';

const root = path.resolve(__dirname, '../..');
/**
 * The maximum size of a packed data folder, in bytes. The limit keeps the repository small, because every release adds
 * such a folder.
 */
const MAX_DATA_BYTES = 2_000_000;

const isDraft = process.argv.includes('--draft');
const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: root, encoding: 'utf8', stdio: 'pipe' });

const faults = isDraft ? [] : releaseFaults(root, run);
if (faults.length > 0) {
  console.error(`${VERSION} cannot be released:\n${faults.map((fault) => `- ${fault}`).join('\n')}`);
  process.exit(1);
}

const folder = path.join(root, 'docs/releases', VERSION);
mkdirSync(folder, { recursive: true });
if (!isDraft) {
  for (const [from, to] of Object.entries(documentsToWrite)) cpSync(path.join(root, from), path.join(folder, to));
  cpSync(writeSbom(), path.join(folder, SBOM));
}

const data = mkdtempSync(path.join(os.tmpdir(), 'keyhaven-release-'));
const archive = path.join(folder, 'data.tar.gz');
try {
  run(process.execPath, '--import', 'tsx', 'apps/standalone/src/testing/release/make-release-data.ts', data);
  run('tar', '-czf', archive, '-C', data, '.');
} finally {
  rmSync(data, { recursive: true, force: true });
}
const { size } = statSync(archive);
if (size > MAX_DATA_BYTES) {
  console.error(`${archive} has ${size} bytes, more than ${MAX_DATA_BYTES}`);
  process.exit(1);
}
console.log(`Wrote docs/releases/${VERSION} (data: ${Math.ceil(size / 1000)} kB).`);
if (!isDraft) {
  console.log(`Now run:
  git add docs/releases/${VERSION}
  git commit -m "Release ${VERSION}"
  .ci/run
  git tag -a v${VERSION} -m "Keyhaven ${VERSION}"`);
}
