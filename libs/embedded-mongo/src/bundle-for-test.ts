import { execFile } from 'node:child_process';
import { mkdtemp, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(__dirname, '../../..');

/**
 * Bundles files of this folder as for deployment, for tests of code that runs in a separate thread or process (where
 * jest does not transform TypeScript). The bundle is inside the repository, so that lmdb is found.
 */
export async function bundleForTest(...entries: string[]): Promise<{ folder: string; remove(): Promise<void> }> {
  await mkdir(path.join(ROOT, 'dist'), { recursive: true });
  const folder = await mkdtemp(path.join(ROOT, 'dist/embedded-mongo-test-'));
  const options = {
    entryPoints: entries.map((entry) => path.join(__dirname, `${entry}.ts`)),
    outdir: folder,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['lmdb'],
    logLevel: 'warning',
  };
  // esbuild does not run with jest's globals.
  const program = `import { build } from 'esbuild'; await build(${JSON.stringify(options)});`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { cwd: ROOT });
  return { folder, remove: () => rm(folder, { recursive: true }) };
}
