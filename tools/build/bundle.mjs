// Bundles deployables (services and other programs) with esbuild, into dist/: node tools/build/bundle.mjs NAME [NAME …]
import { cpSync, existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isUpToDate, noteInputs } from './inputs.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Deployables that have entry points other than `src/main.ts`, or that are outside apps/. */
const special = {
  standalone: {
    folder: 'apps/standalone',
    entries: {
      main: 'apps/standalone/src/main.ts',
      'embedded-mongo.worker': 'libs/embedded-mongo/src/worker.ts',
    },
  },
  // Two programs that a rollout runs: migrate.js and wait-for-schema.js.
  migrate: {
    folder: 'apps/standalone',
    entries: {
      migrate: 'apps/standalone/src/migrate/main.ts',
      'wait-for-schema': 'apps/standalone/src/wait-for-schema/main.ts',
    },
  },
  // The program that loads the demo data into a platform of separate processes.
  demo: { folder: 'apps/standalone', entries: { demo: 'apps/standalone/src/demo/main.ts' } },
  // Two programs: backup.js and restore.js. They start the embedded database as a worker if no platform runs.
  backup: {
    folder: 'tools/backup',
    entries: {
      backup: 'tools/backup/backup-program.ts',
      restore: 'tools/backup/restore-program.ts',
      'embedded-mongo.worker': 'libs/embedded-mongo/src/worker.ts',
    },
  },
  // The program that creates the keys and secrets of the services, and replaces the keys.
  keys: { folder: 'apps/standalone', entries: { keys: 'tools/keys/keys.ts' } },
  // The program that calls operator routes.
  operator: { folder: 'apps/standalone', entries: { operator: 'tools/keys/call-operator.ts' } },
  // The embedded database as a separate process.
  'embedded-mongo': { folder: 'libs/embedded-mongo', entries: { main: 'libs/embedded-mongo/src/main.ts' } },
};

/**
 * The folders of `docs` that each deployable reads, by the name of the deployable. These folders
 * are copied, with their paths, into the folder of the deployable's bundle. The input `default` of
 * the deployable's project.json must contain these folders.
 */
const documents = JSON.parse(readFileSync(path.join(root, 'tools/build/documents.json'), 'utf8'));

function deployableOf(name) {
  if (special[name]) return special[name];
  const entry = `apps/${name}/src/main.ts`;
  if (!existsSync(path.join(root, entry))) throw new Error(`unknown deployable ${name}: there is no ${entry}`);
  return { folder: `apps/${name}`, entries: { main: entry } };
}

/** The esbuild options of a deployable. */
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
    // Stack traces need only names and positions. If they contained the sources, the source maps
    // would be three times as large.
    sourcesContent: false,
    // Removes comments, which makes a program a third smaller. Comments may also contain characters
    // outside Latin-1. In that case, V8 would store the whole program with two bytes per character.
    // `lineLimit` keeps lines short, so that positions in stack traces are useful.
    minifyWhitespace: true,
    legalComments: 'linked',
    lineLimit: 120,
    tsconfig: 'tsconfig.base.json',
    alias: { '@rushstack/ts-command-line': path.join(root, 'tools/build/unused-command-line.cjs') },
    // lmdb and argon2 contain native code, which cannot be bundled. The others are optional parts of the MongoDB driver
    // that Keyhaven does not use.
    external: [
      'lmdb',
      'argon2',
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

/** Bundles a deployable unless its bundle is up to date. @returns the output folder. */
export async function bundle(name) {
  const options = bundleOptions(name);
  copyDocuments(name, options.outdir);
  const note = path.join(options.outdir, `${name}.inputs.json`);
  if (isUpToDate(note, options)) return options.outdir;
  // Load esbuild only if it is needed. The process of esbuild takes hundreds of megabytes, so the
  // process is stopped after each build.
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

/**
 * Copies the documents that have changed since the last copy. Unchanged documents are not written
 * again, because a running process may be reading them.
 */
function copyDocuments(name, output) {
  for (const folder of documents[name] ?? []) {
    const source = path.join(root, folder);
    if (!existsSync(source)) continue;
    cpSync(source, path.join(output, folder), {
      recursive: true,
      preserveTimestamps: true,
      filter: (from, to) => {
        const [before, now] = [statSync(to, { throwIfNoEntry: false }), statSync(from)];
        return now.isDirectory() || before?.size !== now.size || Math.abs(before.mtimeMs - now.mtimeMs) > 1;
      },
    });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const name of process.argv.slice(2)) await bundle(name);
}
