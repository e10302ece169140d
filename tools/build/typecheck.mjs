// Type-checks projects together with what they import: node tools/build/typecheck.mjs apps/booking [apps/fees …]. To
// check the whole repository, `npm run typecheck` is faster than checking its projects one by one.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const projects = process.argv.slice(2);
const include = [
  ...projects.flatMap((project) => [`${project}/**/*.ts`, `${project}/**/*.tsx`]),
  'libs/**/*.d.ts',
  'tools/**/*.d.mts',
];

const { options, fileNames, errors } = ts.parseJsonConfigFileContent(
  { extends: './tsconfig.base.json', include, exclude: ['node_modules', 'dist'] },
  ts.sys,
  root,
);
const found = [...errors, ...ts.getPreEmitDiagnostics(ts.createProgram(fileNames, options))];
if (found.length > 0) {
  const host = {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => root,
    getNewLine: () => '\n',
  };
  console.error(ts.formatDiagnosticsWithColorAndContext(found, host));
  process.exit(1);
}
