import { isBuiltin } from 'node:module';
import { preProcessFile } from 'typescript';
import type { Manifest } from './read-packages';

/** A source file, with its path from the root of the repository. */
export interface Source {
  file: string;
  text: string;
}

/**
 * Packages that no file imports. `as` is the text in `file` that shows that the package is used.
 */
export const usedByName: Record<string, { file: string; as: string }> = {
  '@kitajs/ts-html-plugin': { file: 'package.json', as: 'xss-scan' },
  '@nx/eslint': { file: 'nx.json', as: '@nx/eslint/plugin' },
  '@swc/jest': { file: 'jest.preset.cjs', as: '@swc/jest' },
  '@types/jest': { file: 'tsconfig.base.json', as: '"jest"' },
  '@types/node': { file: 'tsconfig.base.json', as: '"node"' },
  'axe-core': { file: 'apps/standalone/src/testing/check-page.ts', as: 'axe-core/axe.min.js' },
  jest: { file: 'tools/setup/run.mjs', as: 'jest/bin/jest.js' },
  'lint-staged': { file: '.husky/pre-commit', as: 'lint-staged' },
  nx: { file: 'package.json', as: 'nx run-many' },
  'openapi-typescript': { file: 'apps/standalone/src/generated-types.test.ts', as: "program('openapi-typescript')" },
  tsx: { file: 'package.json', as: 'tsx tools/' },
};

/**
 * Packages that files import although only another package depends on them. libs/persistence and some tests replace
 * functions of the MongoDB driver that mongoose uses. If the driver were declared too, npm could install a second copy
 * of it, and the replacements would have no effect on mongoose.
 */
export const broughtBy: Record<string, string> = { mongodb: 'mongoose' };

/** Returns each imported package with the first file that imports it. Includes imports of types and dynamic imports. */
export function importedPackages(sources: readonly Source[]): Map<string, string> {
  const imported = new Map<string, string>();
  for (const { file, text } of sources) {
    for (const { fileName } of preProcessFile(text, true, true).importedFiles) {
      const name = packageOf(fileName);
      if (name !== undefined && !imported.has(name)) imported.set(name, file);
    }
  }
  return imported;
}

/** Returns the package of an import; undefined for files of the repository and for modules of Node. */
function packageOf(specifier: string): string | undefined {
  if (/^[./]/.test(specifier) || isBuiltin(specifier) || specifier.startsWith('@keyhaven/')) return undefined;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** @param readFile returns the text of a file of the repository. @returns the declared packages that nothing uses. */
export function unusedPackages(
  { dependencies, devDependencies }: Pick<Manifest, 'dependencies' | 'devDependencies'>,
  imported: ReadonlyMap<string, string>,
  readFile: (file: string) => string,
): string[] {
  return Object.keys({ ...dependencies, ...devDependencies }).filter((name) => {
    const [, typed] = /^@types\/(.*)$/.exec(name) ?? [];
    if (imported.has(name) || (typed !== undefined && imported.has(typed))) return false;
    const use = usedByName[name];
    return !use || !readFile(use.file).includes(use.as);
  });
}

/** @param declared the names of the packages. @returns the imported packages that are not declared. */
export function undeclaredPackages(declared: readonly string[], imported: ReadonlyMap<string, string>): string[] {
  const known = new Set([...declared, ...Object.keys(broughtBy)]);
  return [...imported].filter(([name]) => !known.has(name)).map(([name, file]) => `${name}, imported by ${file}`);
}

/**
 * Whether a file is deployed. Packages that it imports must be production dependencies, because only these are in
 * the image.
 */
export function isDeployed(file: string): boolean {
  const isTest = /\.(test|type-test)\.ts$|\/testing\/|jest\.config\.cjs$/.test(file);
  return /^(apps|libs(?!\/testing\/)|tools\/(backup|keys))\//.test(file) && !isTest;
}
