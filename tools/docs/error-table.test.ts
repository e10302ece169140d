import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');

describe('docs/integrators/errors.md', () => {
  it('is up to date with the registry of errors (npm run docs:errors writes it)', () => {
    // Prettier runs in a separate process, because it is an ES module, which jest does not load.
    const program = `require('./tools/docs/error-table.ts').errorPage().then((page) => process.stdout.write(page))`;
    const page = execFileSync(process.execPath, ['--require', 'tsx/cjs', '-e', program], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(readFileSync(path.join(root, 'docs/integrators/errors.md'), 'utf8')).toBe(page);
  });
});
