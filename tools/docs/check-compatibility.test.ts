import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { lastReleased, releasesWithoutDocument, unacceptedChanges, unreleasedVersion } from './check-compatibility';

const root = path.resolve(__dirname, '../..');
const current = path.join(root, 'docs/openapi/v2.json');

describe('npm run docs:compatibility', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'keyhaven-releases-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const release = (version: string, text = readFileSync(current, 'utf8')) => {
    mkdirSync(path.join(folder, version));
    writeFileSync(path.join(folder, version, 'openapi-v2.json'), text);
  };

  /** Writes an OpenAPI document from which a field of bookings is missing. */
  const withoutNotes = () => {
    const document = JSON.parse(readFileSync(current, 'utf8')) as {
      components: { schemas: { Booking: { properties: { notes?: unknown } } } };
    };
    delete document.components.schemas.Booking.properties.notes;
    const file = path.join(folder, 'changed.json');
    writeFileSync(file, JSON.stringify(document));
    return file;
  };

  it('finds no breaking change of version 2 of the API since the last release', () => {
    expect(unacceptedChanges(current, path.join(root, 'docs/releases'))).toEqual([]);
  });

  it('fails for a breaking change, and prints the change', () => {
    release('0.1.0');
    const args = ['--import', 'tsx', 'tools/docs/check-compatibility.ts', withoutNotes(), folder];
    const { status, stderr, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    expect(stderr).toContain('breaking change: GET /v2/bookings/{id}: answer 200.notes was removed');
    expect(stdout).toContain('since release 0.1.0');
    expect(status).toBe(1);
  });

  it('accepts a breaking change that is listed with a reason', () => {
    release('0.1.0');
    const document = withoutNotes();
    const changes = unacceptedChanges(document, folder);
    expect(changes.length).toBeGreaterThan(1);
    const [first] = changes;
    writeFileSync(path.join(folder, 'accepted-changes.json'), JSON.stringify([{ change: first, reason: 'announced' }]));
    expect(unacceptedChanges(document, folder)).toEqual(changes.slice(1));
  });

  it('finds the document of every release', () => {
    const unreleased = unreleasedVersion(readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'));
    expect(releasesWithoutDocument(path.join(root, 'docs/releases'), unreleased)).toEqual([]);
  });

  it('fails if the folder of a release lacks its document', () => {
    mkdirSync(path.join(folder, '0.0.9'));
    const args = ['--import', 'tsx', 'tools/docs/check-compatibility.ts', current, folder];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    expect(stderr).toContain('release 0.0.9 has no openapi-v2.json');
    expect(status).toBe(1);
  });

  it('accepts a version without a document only if the changelog calls the version unreleased', () => {
    for (const version of ['0.1.0', '0.2.0']) mkdirSync(path.join(folder, version));
    const changelog = (first: string) => `# Changelog\n\n## ${first}\n\nText.\n\n## 0.1.0, 2026-11-23\n`;
    const lacking = (first: string) => releasesWithoutDocument(folder, unreleasedVersion(changelog(first)));
    expect(lacking('0.2.0, unreleased')).toEqual(['0.1.0']);
    expect(lacking('0.2.0, 2026-12-01')).toEqual(['0.1.0', '0.2.0']);
  });

  it('compares the API with the highest released version', () => {
    for (const version of ['0.9.0', '0.10.0', '0.2.1']) release(version, '{}');
    expect(lastReleased(folder)?.version).toBe('0.10.0');
  });
});
