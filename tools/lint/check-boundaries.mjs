// Lints source texts as if they were the contents of the given files. The only active rules are the module boundaries and
// the packages that only one file may import. Reads [{ file, source }] from standard input, and prints the messages for
// each file as JSON.
import { text } from 'node:stream/consumers';
import nx from '@nx/eslint-plugin';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { compositionFiles, moduleBoundaries } from './module-boundaries.mjs';
import { restrictedImports } from './restricted-imports.mjs';

const eslint = new ESLint({
  overrideConfigFile: true,
  overrideConfig: [
    {
      files: ['**/*.ts', '**/*.tsx'],
      languageOptions: { parser: tseslint.parser },
      plugins: { '@nx': nx, '@typescript-eslint': tseslint.plugin },
      rules: { '@nx/enforce-module-boundaries': moduleBoundaries({}) },
    },
    {
      files: compositionFiles,
      rules: { '@nx/enforce-module-boundaries': moduleBoundaries({ forComposition: true }) },
    },
    ...restrictedImports,
  ],
});
const results = [];
for (const { file, source } of JSON.parse(await text(process.stdin))) {
  const [result] = await eslint.lintText(source, { filePath: file });
  results.push(result.messages.map(({ message }) => message));
}
console.log(JSON.stringify(results));
