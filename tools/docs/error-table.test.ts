import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');

describe('docs/errors.md', () => {
  it('is what npm run docs:errors writes from the registry of errors', () => {
    // In a process of its own: prettier is an ES module, which jest does not load.
    const program = `require('./tools/docs/error-table.ts').errorPage().then((page) => process.stdout.write(page))`;
    const page = execFileSync(process.execPath, ['--require', 'tsx/cjs', '-e', program], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(readFileSync(path.join(root, 'docs/errors.md'), 'utf8')).toBe(page);
  });
});
