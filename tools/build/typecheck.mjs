// Type-checks projects with what they import: node tools/build/typecheck.mjs apps/booking [apps/fees …]. npm run typecheck
// checks the whole repository, which is faster than checking its projects one after the other.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const projects = process.argv.slice(2);
const include = [...projects.map((project) => `${project}/**/*.ts`), 'libs/**/*.d.ts', 'tools/**/*.d.mts'];

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
