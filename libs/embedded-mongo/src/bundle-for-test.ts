import { execFile } from 'node:child_process';
import { mkdtemp, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(__dirname, '../../..');

/**
 * Bundles files of this folder as for deployment. Used by tests that run code in a separate thread
 * or process, where jest does not transform TypeScript. The bundle is stored inside the repository,
 * so that it can load lmdb from node_modules.
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
  // esbuild fails if it runs with jest's globals, so it runs in its own process.
  const program = `import { build } from 'esbuild'; await build(${JSON.stringify(options)});`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { cwd: ROOT });
  return { folder, remove: () => rm(folder, { recursive: true }) };
}
