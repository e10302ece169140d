import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../../../..');

/**
 * Checks the types of all given TypeScript modules with one run of the compiler.
 * @returns the output of the compiler; empty if it finds no errors.
 */
export function typecheckSamples(modules: readonly string[]): string {
  // Write the modules into a folder inside the repository, so that the compiler finds the types of Node.
  const folder = mkdtempSync(path.join(root, 'dist/samples-'));
  try {
    for (const [index, code] of modules.entries()) writeFileSync(path.join(folder, `sample-${index}.ts`), code);
    const compilerOptions = {
      ...{ target: 'es2023', lib: ['es2023'], module: 'esnext', moduleResolution: 'bundler', moduleDetection: 'force' },
      ...{ strict: true, noEmit: true, skipLibCheck: true, types: ['node'] },
    };
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
    try {
      execFileSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
      return '';
    } catch (error) {
      return String((error as { stdout?: string }).stdout ?? error);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
