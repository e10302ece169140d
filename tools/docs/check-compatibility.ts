/**
 * `npm run docs:compatibility` compares docs/openapi/v2.json with the document of the last release
 * (docs/releases/VERSION/openapi-v2.json). It prints each change that can break a client, and fails if there is one.
 * Changes that docs/releases/accepted-changes.json contains with a reason are ignored. It also fails if the folder of a
 * release has no document. Only the folder of a version that CHANGELOG.md calls unreleased may lack the document.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { breakingChanges } from '@keyhaven/api-docs/compatibility/breaking-changes';
import type { OpenApiDocument } from '@keyhaven/api-docs/openapi/document';

const root = path.resolve(__dirname, '../..');

/** A breaking change that is intended, and has been announced. */
interface AcceptedChange {
  change: string;
  reason: string;
}

function readJson<Content>(file: string): Content {
  return JSON.parse(readFileSync(file, 'utf8')) as Content;
}

/** The versions whose folders have no document. Leaves out `unreleased`, whose document is written at its release. */
export function releasesWithoutDocument(releases: string, unreleased: string | undefined): string[] {
  if (!existsSync(releases)) return [];
  return readdirSync(releases, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== unreleased)
    .map(({ name }) => name)
    .filter((version) => !existsSync(path.join(releases, version, 'openapi-v2.json')));
}

/** The first version in a changelog if it is marked as unreleased; otherwise undefined. */
export function unreleasedVersion(changelog: string): string | undefined {
  return /^## (.*)$/m.exec(changelog)?.[1]?.match(/^(\S+), unreleased$/)?.[1];
}

/** The document of the last release in a folder of releases; undefined before the first release. */
export function lastReleased(releases: string): { version: string; file: string } | undefined {
  if (!existsSync(releases)) return undefined;
  const released = readdirSync(releases)
    .map((version) => ({ version, file: path.join(releases, version, 'openapi-v2.json') }))
    .filter(({ file }) => existsSync(file))
    .sort((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true }));
  return released.at(-1);
}

/** Lists the breaking changes of a document since the last release, except the accepted ones. */
export function unacceptedChanges(document: string, releases: string): string[] {
  const released = lastReleased(releases);
  if (!released) return [];
  const list = path.join(releases, 'accepted-changes.json');
  const accepted = existsSync(list) ? readJson<AcceptedChange[]>(list) : [];
  return breakingChanges(readJson<OpenApiDocument>(released.file), readJson<OpenApiDocument>(document)).filter(
    (change) => !accepted.some((one) => one.change === change && one.reason !== ''),
  );
}

if (require.main === module) {
  // Arguments can name another document and another folder of releases.
  const [document = path.join(root, 'docs/openapi/v2.json'), releases = path.join(root, 'docs/releases')] =
    process.argv.slice(2);
  const released = lastReleased(releases);
  const changes = unacceptedChanges(document, releases);
  const unreleased = unreleasedVersion(readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'));
  const incomplete = releasesWithoutDocument(releases, unreleased);
  for (const change of changes) console.error(`breaking change: ${change}`);
  for (const version of incomplete) console.error(`release ${version} has no openapi-v2.json to compare with`);
  console.log(
    released
      ? `${changes.length} breaking changes of version 2 since release ${released.version}`
      : 'there is no release to compare with',
  );
  process.exitCode = changes.length + incomplete.length > 0 ? 1 : 0;
}
