// `npm run database:operators [-- PATH …]` runs the test suites of the services and libraries on the embedded database,
// and records which commands, stages and operators they use. Given paths, it runs only those suites and adds their
// operators to the list.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const list = path.join(root, 'libs/embedded-mongo/src/in-use/in-use.json');
const paths = process.argv.slice(2);

const folder = mkdtempSync(path.join(os.tmpdir(), 'keyhaven-usage-'));
const usage = path.join(folder, 'usage.txt');
process.env.KEYHAVEN_DATABASE_USAGE = usage;
const { startEmbedded } = createRequire(import.meta.url)(path.join(root, 'libs/testing/jest/test-database.cjs'));
const database = await startEmbedded();
const { status } = spawnSync(
  process.execPath,
  [path.join(root, 'node_modules/jest/bin/jest.js'), '--testPathIgnorePatterns', 'libs/embedded-mongo', ...paths],
  { cwd: root, stdio: 'inherit', env: { ...process.env, MONGODB_URI: database.uri, KEYHAVEN_TIER: 'service' } },
);
await database.stop();

const found = paths.length > 0 && existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {};
for (const line of readFileSync(usage, 'utf8').split('\n').filter(Boolean)) {
  const [kind, name] = line.split(' ');
  found[kind] = [...new Set([...(found[kind] ?? []), name])].sort();
}
const sorted = Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
const { format } = await import('prettier');
writeFileSync(list, await format(JSON.stringify(sorted), { parser: 'json', printWidth: 120 }));
rmSync(folder, { recursive: true });
process.exit(status ?? 1);
