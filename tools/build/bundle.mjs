// Bundles deployables with esbuild, to dist/apps/NAME: node tools/build/bundle.mjs NAME [NAME …]
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isUpToDate, noteInputs } from './inputs.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Deployables with more entry points than `src/main.ts`, or outside apps/. */
const special = {
  standalone: {
    folder: 'apps/standalone',
    entries: {
      main: 'apps/standalone/src/main.ts',
      'embedded-mongo.worker': 'libs/embedded-mongo/src/worker.ts',
    },
  },
  migrate: { folder: 'apps/standalone', entries: { migrate: 'apps/standalone/src/migrate/main.ts' } },
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
    // Traces need only names and positions. The sources would make the maps three times as large.
    sourcesContent: false,
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

/** Bundles a deployable, unless its bundle is up to date, and returns the folder of the result. */
export async function bundle(name) {
  const options = bundleOptions(name);
  const note = path.join(options.outdir, `${name}.inputs.json`);
  if (isUpToDate(note, options)) return options.outdir;
  // Loaded only when it is needed. Its process would stay as long as this one, with hundreds of megabytes.
  const { build, stop } = await import('esbuild');
  const startedAt = Date.now();
  try {
    const { metafile } = await build({ ...options, metafile: true });
    noteInputs(note, options, metafile, startedAt);
  } finally {
    await stop();
  }
  return options.outdir;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const name of process.argv.slice(2)) await bundle(name);
}
