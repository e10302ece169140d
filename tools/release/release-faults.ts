import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { VERSION } from '@keyhaven/contracts/platform/version';

/** Runs a program in the repository. @returns its output. @throws Error if it fails. */
export type Run = (command: string, ...args: string[]) => string;

/** The documents that are copied into the folder of a release, with the names of the copies. */
export const documentsToWrite = {
  'docs/openapi/v2.json': 'openapi-v2.json',
  'docs/asyncapi/keyhaven.json': 'asyncapi.json',
} as const;

/**
 * The file that lists the production dependencies in the image. It is stored with the documents of
 * the release.
 */
export const SBOM = 'sbom.json';

/** The scripts that write documents from the code. */
const documentScripts = ['docs:errors', 'docs:openapi', 'docs:events', 'docs:commands', 'docs:licences'];
/**
 * The arguments with which Node runs the compatibility check. The check fails if the public API has a breaking change
 * since the last release.
 */
const COMPATIBILITY_CHECK = ['--import', 'tsx', 'tools/docs/check-compatibility.ts', 'docs/openapi/v2.json'];

/**
 * Returns the faults that must be corrected before the current commit can be released; empty if there are none.
 * Rewrites the generated documents, to find those that are out of date.
 */
export function releaseFaults(root: string, run: Run): string[] {
  const changes = () => run('git', 'status', '--porcelain').split('\n').filter(Boolean);
  const before = changes();
  if (before.length > 0) return [`commit or remove these changes first: ${before.join(', ')}`];
  const faults = changelogFaults(readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'), VERSION);
  if (run('git', 'tag', '--list', `v${VERSION}`).trim() !== '') {
    faults.push(`v${VERSION} is tagged already; raise the version in package.json`);
  }
  for (const script of documentScripts) run('npm', 'run', '--silent', script);
  const written = changes();
  if (written.length > 0) faults.push(`these documents were out of date; commit them: ${written.join(', ')}`);
  const others = otherReleases(root);
  try {
    run(process.execPath, ...COMPATIBILITY_CHECK, others);
  } catch (error) {
    const { stderr, stdout } = error as { stderr?: string; stdout?: string };
    faults.push(`the API has breaking changes: ${[stderr, stdout].join(' ').trim() || String(error)}`);
  } finally {
    rmSync(others, { recursive: true, force: true });
  }
  return faults;
}

/**
 * Copies the folders of the other releases. Leaves out the folder of this version, which an earlier attempt may have
 * written.
 */
function otherReleases(root: string): string {
  const copy = mkdtempSync(path.join(os.tmpdir(), 'keyhaven-releases-'));
  const releases = path.join(root, 'docs/releases');
  const names = existsSync(releases) ? readdirSync(releases).filter((name) => name !== VERSION) : [];
  for (const name of names) cpSync(path.join(releases, name), path.join(copy, name), { recursive: true });
  return copy;
}

/** Checks that the changelog begins with the version and the date of its release. @returns the faults. */
export function changelogFaults(changelog: string, version: string): string[] {
  const heading = /^## (.*)$/m.exec(changelog)?.[1] ?? '';
  const [named, date = ''] = heading.split(', ');
  if (named !== version) return [`the first entry of CHANGELOG.md is "${heading}"; expected "${version}, yyyy-mm-dd"`];
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) {
    return [`CHANGELOG.md has "${heading}"; expected the date of the release, "${version}, yyyy-mm-dd"`];
  }
  return [];
}
