// Type-checks one project with what it imports: node tools/build/typecheck.mjs apps/booking. The whole repository in
// one program, which is faster than all its projects one after the other, is npm run typecheck.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const include = [`${process.argv[2]}/**/*.ts`, 'libs/**/*.d.ts', 'tools/**/*.d.mts'];

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
