import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { VERSION } from '@keyhaven/contracts/platform/version';

const root = path.resolve(__dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/**
 * Files that may state the version, because they are generated from the version, or contain the
 * history of versions.
 */
const mayStateIt =
  /^(package\.json|package-lock\.json|CHANGELOG\.md|docs\/(asyncapi|openapi|releases|examples)\/|k8s\/(base|components\/backup)\/|.*\.test\.ts$)/;

describe('the version of the platform', () => {
  it('is the version in the root package.json', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    expect(VERSION).toBe(version);
  });

  it('is in the generated AsyncAPI documents', () => {
    const { info } = JSON.parse(read('docs/asyncapi/keyhaven.json')) as { info: { version: string } };
    expect(info.version).toBe(VERSION);
  });

  it('appears only in the files that must contain it', () => {
    const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
    const texts = files.filter((file) => /\.(ts|tsx|mjs|cjs|json|md|yml|yaml)$/.test(file) && !mayStateIt.test(file));
    const pattern = new RegExp(`(?<![\\d.])${VERSION.replaceAll('.', '\\.')}(?![\\d.])`);
    expect(texts.filter((file) => pattern.test(read(file)))).toEqual([]);
  });

  it('does not appear in the package.json of any app or library', () => {
    const files = execFileSync('git', ['ls-files', 'apps/**/package.json', 'libs/**/package.json'], {
      cwd: root,
      encoding: 'utf8',
    });
    const stating = files
      .split('\n')
      .filter(Boolean)
      .filter((file) => 'version' in (JSON.parse(read(file)) as object));
    expect(stating).toEqual([]);
  });
});
