// Bundles deployables with esbuild: node tools/build/bundle.mjs NAME [NAME …]. The result stands in dist/apps/NAME.
import { build } from 'esbuild';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** The entry points of each deployable; `database` is the embedded database as a process of its own. */
const deployables = {
  ...Object.fromEntries(
    ['gateway', 'identity', 'booking', 'pricing', 'fees', 'webhook', 'messaging', 'finance'].map((app) => [
      app,
      { out: `dist/apps/${app}`, entries: { main: `apps/${app}/src/main.ts` } },
    ]),
  ),
  standalone: {
    out: 'dist/apps/standalone',
    entries: { main: 'apps/standalone/src/main.ts', 'embedded-mongo.worker': 'libs/embedded-mongo/src/worker.ts' },
  },
  database: { out: 'dist/libs/embedded-mongo', entries: { main: 'libs/embedded-mongo/src/main.ts' } },
};

/** Bundles one deployable and answers the folder that it stands in. */
export async function bundle(name) {
  const deployable = deployables[name];
  if (!deployable) throw new Error(`unknown deployable ${name}; known are ${Object.keys(deployables).join(', ')}`);
  await build({
    absWorkingDir: root,
    entryPoints: deployable.entries,
    outdir: deployable.out,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    sourcemap: true,
    tsconfig: 'tsconfig.base.json',
    // Native code cannot be bundled; the optional parts of the MongoDB driver are not used.
    external: [
      'lmdb',
      'kerberos',
      'mongodb-client-encryption',
      'snappy',
      '@mongodb-js/zstd',
      'gcp-metadata',
      'socks',
      'aws4',
      '@aws-sdk/*',
    ],
    logLevel: 'warning',
  });
  return path.join(root, deployable.out);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const name of process.argv.slice(2)) await bundle(name);
}
