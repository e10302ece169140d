// Lints texts as if they were the content of given files, with the module boundaries as the only rule. It reads
// [{ file, source }] from standard input and prints the messages for each as JSON.
import { text } from 'node:stream/consumers';
import nx from '@nx/eslint-plugin';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { compositionFiles, moduleBoundaries } from './module-boundaries.mjs';

const eslint = new ESLint({
  overrideConfigFile: true,
  overrideConfig: [
    {
      files: ['**/*.ts'],
      languageOptions: { parser: tseslint.parser },
      plugins: { '@nx': nx },
      rules: { '@nx/enforce-module-boundaries': moduleBoundaries({}) },
    },
    {
      files: compositionFiles,
      rules: { '@nx/enforce-module-boundaries': moduleBoundaries({ forComposition: true }) },
    },
  ],
});
const results = [];
for (const { file, source } of JSON.parse(await text(process.stdin))) {
  const [result] = await eslint.lintText(source, { filePath: file });
  results.push(result.messages.map(({ message }) => message));
}
console.log(JSON.stringify(results));
