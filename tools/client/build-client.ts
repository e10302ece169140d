// Builds the package @keyhaven/client: npm run build:client [-- FOLDER]. The default is dist/libs/client.
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bundleCode } from './bundle-code';
import { declarations } from './declarations';
import { root } from './root';

async function buildClient(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await bundleCode(folder);
  await writeFile(path.join(folder, 'index.d.ts'), declarations());
  // Declarations for programs that import the ES module. TypeScript treats index.d.ts as the declarations of the
  // CommonJS module only.
  await writeFile(path.join(folder, 'index.d.mts'), "export * from './index.js';\n");
  const { version } = await readJson('package.json');
  const { name, ...own } = await readJson('libs/client/package.json');
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify({ name, version, ...own }, null, 2)}\n`);
  await copyFile(path.join(root, 'libs/client/README.md'), path.join(folder, 'README.md'));
  await copyFile(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
}

async function readJson(file: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(path.join(root, file), 'utf8')) as Record<string, unknown>;
}

void buildClient(path.resolve(root, process.argv[2] ?? 'dist/libs/client')).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
