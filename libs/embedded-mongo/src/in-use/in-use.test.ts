import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import inUse from './in-use.json';
import { KEPT } from './kept';
import type { UseKind } from '../usage/record-use';
import { SUPPORTED } from './supported';

const root = path.resolve(__dirname, '../../../..');
const IN_USE: Partial<Record<string, readonly string[]>> = inUse;
const kinds = Object.keys(SUPPORTED) as UseKind[];
/** The variable that $map and $filter define when they name none. */
const LOCAL_VARIABLES = ['$$this'];

/** The TypeScript files of the services and libraries, without those of this database. */
function* sourceFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory() && name !== 'libs/embedded-mongo' && entry.name !== 'node_modules')
      yield* sourceFiles(name);
    else if (name.endsWith('.ts')) yield name;
  }
}

/** The names with a dollar that a file uses as keys of objects, and the variables ($$NOW) that it names in texts. */
function dollarNames(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    const key = ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node) ? node.name : undefined;
    if (key && (ts.isIdentifier(key) || ts.isStringLiteral(key)) && key.text.startsWith('$')) names.push(key.text);
    if (ts.isStringLiteral(node) && node.text.startsWith('$$')) names.push(node.text.split('.')[0] as string);
    ts.forEachChild(node, visit);
  };
  if (text.includes('$')) visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return names;
}

describe('the operators of the embedded database', () => {
  test('include every operator that the source of services and libraries names, and the list has it', () => {
    const listed = new Set([...Object.values(IN_USE).flat(), ...LOCAL_VARIABLES]);
    const missing = ['apps', 'libs'].flatMap((folder) =>
      [...sourceFiles(folder)].flatMap((file) =>
        dollarNames(file)
          .filter((name) => !listed.has(name))
          .map((name) => `${name} in ${file}`),
      ),
    );
    // `npm run database:operators` writes the list again.
    expect(missing).toEqual([]);
  });

  test.each(kinds)('of the kind %s are all in use or kept for a reason', (kind) => {
    const kept = KEPT.filter((entry) => entry.kind === kind).flatMap(({ names }) => names);
    const wanted = [...(IN_USE[kind] ?? []), ...kept];
    expect([...SUPPORTED[kind]].sort()).toEqual([...new Set(wanted)].sort());
  });

  test('are kept without use only where no suite uses them', () => {
    const used = KEPT.flatMap(({ kind, names }) => names.filter((name) => IN_USE[kind]?.includes(name)));
    expect(used).toEqual([]);
  });
});
