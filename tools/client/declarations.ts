import path from 'node:path';
import ts from 'typescript';
import { printContractTypes } from './print-contract-types';
import { root } from './root';

const sources = path.join(root, 'libs/client/src');
const entry = path.join(sources, 'index.ts');

/**
 * The folder whose types come from the contracts. These types are printed in full, so that the
 * package needs neither zod nor ts-rest.
 */
const CONTRACT = path.join(sources, 'contract');

/** Returns the declarations of the whole package as one file that imports nothing. */
export function declarations(): string {
  const program = ts.createProgram([entry], compilerOptions());
  const errors = ts.getPreEmitDiagnostics(program, program.getSourceFile(entry));
  if (errors.length > 0) throw new Error(ts.formatDiagnostics(errors, host));
  const emitted = emitDeclarations(program);
  const parts: string[] = [];
  const visit = (file: string) => {
    const text = emitted.get(file);
    if (text === undefined) return;
    emitted.delete(file);
    for (const imported of importsOf(text)) visit(path.resolve(path.dirname(file), `${imported}.d.ts`));
    if (file !== declarationOf(entry)) parts.push(withoutModuleSyntax(text));
  };
  visit(declarationOf(entry));
  const checker = program.getTypeChecker();
  const exported = exportedNames(checker, program);
  const text = [
    '// Generated from the contracts of the API by npm run build:client.',
    printContractTypes(program),
    ...parts,
  ]
    .map((part) => part.trim())
    .join('\n\n');
  checkNames(text);
  return `${text}\n\nexport { ${exported.join(', ')} };\n`;
}

const host: ts.FormatDiagnosticsHost = {
  getCurrentDirectory: () => root,
  getCanonicalFileName: (name) => name,
  getNewLine: () => '\n',
};

function compilerOptions(): ts.CompilerOptions {
  const read = ts.readConfigFile(path.join(root, 'tsconfig.base.json'), (file) => ts.sys.readFile(file));
  const { options } = ts.parseJsonConfigFileContent({ ...(read.config as object), files: [] }, ts.sys, root);
  return {
    ...options,
    types: ['node'],
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    removeComments: false,
  };
}

/** The declarations of the client's own files, except those of the contracts. */
function emitDeclarations(program: ts.Program): Map<string, string> {
  const emitted = new Map<string, string>();
  for (const file of program.getSourceFiles()) {
    if (!file.fileName.startsWith(sources) || file.fileName.startsWith(CONTRACT)) continue;
    program.emit(file, (_, text) => emitted.set(declarationOf(file.fileName), text), undefined, true);
  }
  return emitted;
}

function declarationOf(file: string): string {
  return file.replace(/\.ts$/, '.d.ts');
}

function importsOf(declaration: string): string[] {
  return ts.preProcessFile(declaration).importedFiles.map(({ fileName }) => fileName);
}

/** Removes imports and exports of a file that becomes a part of another file. */
function withoutModuleSyntax(declaration: string): string {
  return declaration
    .replace(/^import [^;]+;\n/gm, '')
    .replace(/^export \{\};\n/gm, '')
    .replace(/^export (?=declare|interface|type)/gm, '');
}

function exportedNames(checker: ts.TypeChecker, program: ts.Program): string[] {
  const index = checker.getSymbolAtLocation(program.getSourceFile(entry)!)!;
  return checker.getExportsOfModule(index).map(({ name }) => name);
}

/** @throws Error if two files declare the same name. */
function checkNames(text: string): void {
  const names = [...text.matchAll(/^(?:declare )?(?:class|function|const|interface|type) (\w+)/gm)].map(
    ([, name]) => name!,
  );
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (twice.length > 0) throw new Error(`declared twice in the client: ${twice.join(', ')}; rename one`);
}
