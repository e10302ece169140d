import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import {
  broughtBy,
  importedPackages,
  isDeployed,
  type Source,
  undeclaredPackages,
  unusedPackages,
  usedByName,
} from './declared-packages';
import { readManifest, root } from './read-packages';

const manifest = readManifest();
const declared = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
const readFile = (file: string) => readFileSync(path.join(root, file), 'utf8');

function sourcesOf(isWanted: (file: string) => boolean = () => true): Source[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  const files = listed.split('\n').filter((file) => /\.[cm]?[jt]sx?$/.test(file) && isWanted(file));
  return files.map((file) => ({ file, text: readFile(file) }));
}

describe('the packages in package.json', () => {
  it('are all imported by a file, or used by name in a known file', () => {
    expect(unusedPackages(manifest, importedPackages(sourcesOf()), readFile)).toEqual([]);
  });

  it('include every package that is imported', () => {
    expect(undeclaredPackages(declared, importedPackages(sourcesOf()))).toEqual([]);
  });

  it('are production dependencies if deployed code imports them', () => {
    const imported = importedPackages(sourcesOf(isDeployed));
    expect(undeclaredPackages(Object.keys(manifest.dependencies), imported)).toEqual([]);
  });

  it('include every package that is used only by name', () => {
    expect(Object.keys(usedByName).filter((name) => !declared.includes(name))).toEqual([]);
    const dependencies = z.object({ dependencies: z.record(z.string(), z.string()) });
    for (const [name, by] of Object.entries(broughtBy)) {
      expect(declared).toContain(by);
      const brought = dependencies.parse(JSON.parse(readFile(`node_modules/${by}/package.json`)));
      expect(Object.keys(brought.dependencies)).toContain(name);
    }
  });
});

describe('the check of packages', () => {
  const text = `
    import { a } from 'one';
    import type { B } from '@scope/two/part';
    export * from 'three';
    const four = await import('four'), five = require('five');
    import fs from 'node:fs'; import { c } from './six'; import { d } from '@keyhaven/stays/nights';
    const text = "import 'seven'"; // import 'eight'
  `;
  const imported = importedPackages([{ file: 'a.ts', text }]);

  it('finds every kind of import of a package, but not imports of Node modules and own files', () => {
    expect([...imported.keys()].sort()).toEqual(['@scope/two', 'five', 'four', 'one', 'three']);
  });

  it('finds packages that are not declared', () => {
    expect(undeclaredPackages(['one', '@scope/two', 'three', 'five'], imported)).toEqual(['four, imported by a.ts']);
  });

  it('finds unused packages, and type packages whose package is not imported', () => {
    const all = { one: '1.0.0', unused: '1.0.0', jest: '1.0.0', '@types/one': '1.0.0', '@types/unused': '1.0.0' };
    const unused = (ofRunner: string) =>
      unusedPackages({ dependencies: all, devDependencies: {} }, imported, () => ofRunner);
    expect(unused('node_modules/jest/bin/jest.js')).toEqual(['unused', '@types/unused']);
    expect(unused('')).toEqual(['unused', 'jest', '@types/unused']);
  });

  it('knows which files are deployed', () => {
    const deployed = ['apps/fees/src/main.ts', 'libs/service/src/worker.ts', 'tools/backup/backup-program.ts'];
    const others = ['apps/fees/src/a.test.ts', 'libs/testing/src/until.ts', 'tools/docs/links.ts'];
    expect([...deployed, ...others].filter(isDeployed)).toEqual(deployed);
  });
});
