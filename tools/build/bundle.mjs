// Bundles deployables with esbuild, to dist/apps/NAME: node tools/build/bundle.mjs NAME [NAME …]
import { build } from 'esbuild';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Deployables with more entry points than `src/main.ts`, or outside apps/. */
const special = {
  standalone: {
    folder: 'apps/standalone',
    entries: { main: 'apps/standalone/src/main.ts', 'embedded-mongo.worker': 'libs/embedded-mongo/src/worker.ts' },
  },
  // The embedded database as a process of its own.
  'embedded-mongo': { folder: 'libs/embedded-mongo', entries: { main: 'libs/embedded-mongo/src/main.ts' } },
};

function deployableOf(name) {
  if (special[name]) return special[name];
  const entry = `apps/${name}/src/main.ts`;
  if (!existsSync(path.join(root, entry))) throw new Error(`unknown deployable ${name}: there is no ${entry}`);
  return { folder: `apps/${name}`, entries: { main: entry } };
}

/** How esbuild bundles a deployable. */
export function bundleOptions(name) {
  const { folder, entries } = deployableOf(name);
  return {
    absWorkingDir: root,
    entryPoints: entries,
    outdir: path.join(root, 'dist', folder),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    sourcemap: true,
    tsconfig: 'tsconfig.base.json',
    // lmdb has native code, which cannot be bundled; the others are optional parts of the MongoDB driver, not used here.
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
  };
}

/** Bundles a deployable and returns the folder of the result. */
export async function bundle(name) {
  const options = bundleOptions(name);
  await build(options);
  return options.outdir;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const name of process.argv.slice(2)) await bundle(name);
}
