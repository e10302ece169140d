import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { anchorsOf, linksOf } from '@keyhaven/api-docs/markdown/read-markdown';

const root = path.resolve(__dirname, '../..');
const written = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.md'),
);
const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...written.map((name) => path.posix.join('docs', name)),
];

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

describe('the links of the documents', () => {
  it.each(documents)('point to existing files and headings: %s', (document) => {
    const broken = linksOf(read(document)).filter((link) => {
      // Skip links to other sites, and to the help pages, which apps/portal/src/help/help-links.test.ts checks.
      if (/^(?:[a-z]+:|\/)/.test(link)) return false;
      const [name = '', anchor] = link.split('#');
      const file = name === '' ? document : path.posix.join(path.posix.dirname(document), name);
      if (!existsSync(path.join(root, file))) return true;
      return anchor !== undefined && !(file.endsWith('.md') && anchorsOf(read(file)).has(anchor));
    });
    expect(broken).toEqual([]);
  });
});
