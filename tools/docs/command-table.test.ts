import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');

describe('the table of database commands in docs/performance.md', () => {
  it('is what npm run docs:commands writes from the tables of the services', () => {
    // In a process of its own: prettier is an ES module, which jest does not load.
    const program = `require('./tools/docs/command-table.ts').commandPage().then((page) => process.stdout.write(page))`;
    const page = execFileSync(process.execPath, ['--require', 'tsx/cjs', '-e', program], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(readFileSync(path.join(root, 'docs/performance.md'), 'utf8')).toBe(page);
  });
});
