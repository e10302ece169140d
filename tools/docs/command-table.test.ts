import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');

describe('docs/developers/performance.md', () => {
  it('contains the current table of database commands (npm run docs:commands writes it)', () => {
    // Prettier runs in a separate process, because it is an ES module, which jest does not load.
    const program = `require('./tools/docs/command-table.ts').commandPage().then((page) => process.stdout.write(page))`;
    const page = execFileSync(process.execPath, ['--require', 'tsx/cjs', '-e', program], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(readFileSync(path.join(root, 'docs/developers/performance.md'), 'utf8')).toBe(page);
  });
});
