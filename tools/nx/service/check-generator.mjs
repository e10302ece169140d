// Checks that `nx g service` generates a working service. It generates one in a copy of the repository, type-checks it
// together with the apps that it is added to, runs its tests, and deletes the copy.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const notCopied = new Set(
  ['node_modules', 'dist', 'coverage', '.git', '.nx', '.keyhaven'].map((name) => path.join(root, name)),
);
const copy = mkdtempSync(path.join(os.tmpdir(), 'keyhaven-generator-'));

function run(...args) {
  console.log(`> node ${args.join(' ')}`);
  const { status } = spawnSync(process.execPath, args, {
    cwd: copy,
    stdio: 'inherit',
    env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', CI: 'true' },
  });
  if (status !== 0) throw new Error(`the generated service does not work: node ${args.join(' ')} ended with ${status}`);
}

try {
  cpSync(root, copy, { recursive: true, filter: (file) => !notCopied.has(file) });
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), 'junction');
  run('node_modules/nx/dist/bin/nx.js', 'g', 'service', 'rental', '--resource=oar');
  run('tools/build/typecheck.mjs', 'apps/rental', 'apps/standalone', 'apps/gateway');
  const tests = [
    'apps/rental',
    'apps/standalone/src/services.test.ts',
    'apps/standalone/src/issuer-grants.test.ts',
    'tools/docker/compose/services.test.ts',
  ];
  run('node_modules/jest/bin/jest.js', ...tests);
  run(
    'node_modules/prettier/bin/prettier.cjs',
    '--check',
    'apps',
    'libs/contracts',
    'ARCHITECTURE.md',
    'tsconfig.base.json',
    'docker-compose.yml',
    'docker-compose.local.yml',
  );
} finally {
  rmSync(copy, { recursive: true, force: true });
}
