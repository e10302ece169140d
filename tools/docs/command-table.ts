/**
 * `npm run docs:commands` writes the table of database commands into
 * docs/developers/performance.md. It reads the commands from the files store-commands.json, which
 * the tests of the services check. command-table.test.ts fails if the page is out of date.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { dataServiceNames } from '@keyhaven/contracts/platform/services';
import { formatPage, PERFORMANCE_PAGE, replacePart, writePage } from './performance-page';

const root = path.resolve(__dirname, '../..');

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Returns the page with the current table. */
export function commandPage(): Promise<string> {
  const rows = dataServiceNames.flatMap((service) => {
    const file = path.join(root, 'apps', service, 'src/testing/store-commands.json');
    const table = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>) : {};
    const entries = Object.entries(table).map(([entry, commands]) => {
      const [, method, at, variant = ''] = /^(\S+) (\S+)(?: \((.*)\))?$/.exec(entry)!;
      return { route: `${method} ${at}`, at: at!, variant, commands };
    });
    // Sort by path, so that the routes of one path are next to each other. In the file, they need not be.
    entries.sort((a, b) => compare(a.at, b.at) || compare(a.route, b.route) || compare(a.variant, b.variant));
    return entries.map(({ route, variant, commands }) => {
      return `| ${service} | \`${route}\` | ${variant} | ${commands} |`;
    });
  });
  const table = ['| service | route | variant | commands |', '| --- | --- | --- | ---: |', ...rows].join('\n');
  return formatPage(replacePart(readFileSync(PERFORMANCE_PAGE, 'utf8'), 'commands', table));
}

if (require.main === module) void commandPage().then(writePage);
