import { chmod, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { routeTable } from '@keyhaven/client/contract/route-table';
import { build, type BuildOptions, type Plugin } from 'esbuild';
import { root } from './root';

/** Packages whose code the command line contains. */
const BUNDLED = ['commander', 'zod', '@ts-rest/core'];

/**
 * The library must contain no schemas. So this plugin replaces the code that builds the route table from the contracts.
 * The replacement contains the finished table.
 */
const evaluatedTable: Plugin = {
  name: 'evaluated-route-table',
  setup: (build) => {
    build.onLoad({ filter: /contract[\\/]route-table\.ts$/ }, () => ({
      contents: `export const routeTable = ${JSON.stringify(routeTable, null, 2)};`,
      loader: 'js',
    }));
  },
};

const shared: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  tsconfig: 'tsconfig.base.json',
  logLevel: 'warning',
};

/** Bundles the command line, and the library both as an ES module and as a CommonJS module. */
export async function bundleCode(folder: string): Promise<void> {
  const library: BuildOptions = { ...shared, entryPoints: ['libs/client/src/index.ts'], plugins: [evaluatedTable] };
  await build({ ...library, format: 'esm', outfile: path.join(folder, 'index.mjs') });
  await build({ ...library, format: 'cjs', outfile: path.join(folder, 'index.js') });
  const program = path.join(folder, 'cli.js');
  await build({
    ...shared,
    entryPoints: ['libs/client/src/cli/main.ts'],
    format: 'cjs',
    minify: true,
    keepNames: true,
    banner: { js: '#!/usr/bin/env node' },
    outfile: program,
  });
  await chmod(program, 0o755);
  await writeFile(path.join(folder, 'BUNDLED-LICENSES.txt'), await bundledLicenses());
}

async function bundledLicenses(): Promise<string> {
  const texts = BUNDLED.map(async (name) => {
    const folder = path.join(root, 'node_modules', name);
    const { version, license } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as Package;
    const text = await readFile(path.join(folder, 'LICENSE'), 'utf8').catch(() =>
      readFile(path.join(folder, 'LICENCE'), 'utf8'),
    );
    return `${name} ${version} (${license})\n\n${text.trim()}\n`;
  });
  return `cli.js contains code of these packages.\n\n${(await Promise.all(texts)).join('\n---\n\n')}`;
}

interface Package {
  version: string;
  license: string;
}
