import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { isAccepted, licenceFaults } from './licences';
import { nameOf, readLock, root } from './read-packages';

const packageFile = z.object({ license: z.string().optional() });

describe('the licences of production dependencies', () => {
  it('are all accepted', () => {
    expect(licenceFaults(readLock())).toEqual([]);
  });

  it('are stated correctly in the lock file', () => {
    const wrong = Object.entries(readLock()).flatMap(([folder, { license, dev }]) => {
      const text = dev ? undefined : readIfInstalled(path.join(root, folder, 'package.json'));
      const stated = text && packageFile.parse(JSON.parse(text)).license;
      return stated === undefined || stated === license ? [] : [`${nameOf(folder)}: ${license} or ${stated}`];
    });
    expect(wrong).toEqual([]);
  });

  it('are listed in docs/operators/licences.md (npm run docs:licences writes it)', () => {
    // Prettier runs in a separate process, because it is an ES module, which jest does not load.
    const program = `const { licencePage } = require('./tools/supply-chain/licence-page.ts');
      const { readLock } = require('./tools/supply-chain/read-packages.ts');
      licencePage(readLock()).then((page) => process.stdout.write(page))`;
    const page = execFileSync(process.execPath, ['--require', 'tsx/cjs', '-e', program], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(readFileSync(path.join(root, 'docs/operators/licences.md'), 'utf8')).toBe(page);
  });
});

describe('the check of licences', () => {
  it.each([
    'MIT',
    '(MIT OR CC0-1.0)',
    '(GPL-3.0-only OR MIT)',
    'Apache-2.0 AND MIT',
    'MIT AND (GPL-3.0 OR ISC)',
    '((GPL-2.0 OR MIT) AND ISC) OR GPL-3.0',
  ])('accepts %s', (licence) => {
    expect(isAccepted(licence)).toBe(true);
  });

  it.each([
    'GPL-3.0-only',
    'AGPL-3.0',
    'UNLICENSED',
    'SEE LICENSE IN LICENSE',
    'MIT AND GPL-2.0',
    '(GPL-2.0 OR LGPL-3.0)',
    '(MIT OR GPL-2.0) AND (GPL-3.0 OR LGPL-3.0)',
    '(MIT AND (GPL-2.0 OR GPL-3.0))',
    '(MIT',
  ])('refuses %s', (licence) => {
    expect(isAccepted(licence)).toBe(false);
  });

  it('refuses a production dependency without an accepted licence, but accepts a development dependency without one', () => {
    const faults = licenceFaults({
      'node_modules/@scope/copyleft': { version: '1.0.0', license: 'GPL-3.0-only' },
      'node_modules/silent': { version: '2.0.0' },
      'node_modules/tool': { version: '3.0.0', license: 'GPL-3.0-only', dev: true },
    });
    expect(faults).toEqual([
      '@scope/copyleft 1.0.0 has the licence GPL-3.0-only, which is not accepted',
      'silent 2.0.0 has the licence none, which is not accepted',
    ]);
  });
});

/**
 * Returns the content of a file; undefined if it does not exist, because packages for other systems are not installed.
 */
function readIfInstalled(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
