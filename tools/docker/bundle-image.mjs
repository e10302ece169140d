// Makes the content of the image's folder /app: node tools/docker/bundle-image.mjs FOLDER
//
// All programs are one bundle, so that the code that they share is stored once. The code of a program is loaded only
// when the program is started.
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';
import { bundleOptions } from '../build/bundle.mjs';
import { serviceNames } from '../build/services.mjs';
import { copyRuntimeModules } from './copy-runtime-modules.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** The worker that the standalone program runs in a thread. It is a separate bundle. */
const WORKER = 'embedded-mongo.worker';
const tools = ['migrate', 'backup', 'demo', 'keys', 'operator', 'embedded-mongo'];
const deployables = [...serviceNames, 'standalone', ...tools];

/** The source file of each program, by the argument of the container that selects the program. */
const programs = Object.fromEntries(
  deployables.flatMap((name) =>
    Object.entries(bundleOptions(name).entryPoints)
      .filter(([entry]) => entry !== WORKER)
      .map(([entry, file]) => [entry === 'main' ? name : entry, file]),
  ),
);
const documents = ['openapi', 'examples', 'integrators', 'operators', 'developers'];

/** Bundles the programs, and copies what they need, into the folder. */
async function bundleImage(folder) {
  rmSync(folder, { recursive: true, force: true });
  const dist = path.join(folder, 'dist');
  mkdirSync(dist, { recursive: true });
  const { entryPoints, ...options } = bundleOptions('standalone');
  const contents = Object.entries(programs).map(([name, file]) => `'${name}': () => require('./${file}'),`);
  const shared = { ...options, outdir: dist, metafile: true };
  const main = await build({
    ...shared,
    stdin: { contents: `module.exports = {${contents.join('\n')}};`, resolveDir: root, sourcefile: 'main.js' },
    outfile: path.join(dist, 'main.js'),
    outdir: undefined,
  });
  const thread = await build({ ...shared, entryPoints: { [WORKER]: entryPoints[WORKER] } });
  await stop();
  copyRuntimeModules(root, folder, [main.metafile, thread.metafile]);
  for (const name of documents)
    cpSync(path.join(root, 'docs', name), path.join(dist, 'docs', name), { recursive: true });
  cpSync(path.join(root, 'tools/docker/run.mjs'), path.join(folder, 'run.mjs'));
  cpSync(path.join(root, 'libs/contracts/src/platform/services.json'), path.join(folder, 'services.json'));
  cpSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
}

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('usage: node tools/docker/bundle-image.mjs FOLDER');
await bundleImage(path.resolve(folder));
