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
/** The default variable of $map and $filter. It is not in the list of supported variables. */
const LOCAL_VARIABLES = ['$$this'];

/** The TypeScript files of all services and libraries, except this library and libs/api-docs. */
function* sourceFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const name = `${folder}/${entry.name}`;
    if (
      entry.isDirectory() &&
      !['libs/embedded-mongo', 'libs/api-docs'].includes(name) &&
      entry.name !== 'node_modules'
    )
      yield* sourceFiles(name);
    else if (name.endsWith('.ts')) yield name;
  }
}

/**
 * Finds the object keys of a file that start with a dollar sign, and the variables in its strings,
 * such as $$NOW.
 */
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

/** Operators that no service uses itself, but that the driver adds to commands: its countDocuments uses $group. */
const OF_DRIVER = ['$group'];

describe('the MongoDB operators of the embedded database', () => {
  const uses = ['apps', 'libs'].flatMap((folder) =>
    [...sourceFiles(folder)].flatMap((file) => dollarNames(file).map((name) => ({ name, file }))),
  );

  test('are listed in in-use.json if the code of a service or library uses them', () => {
    const listed = new Set([...Object.values(IN_USE).flat(), ...LOCAL_VARIABLES]);
    const missing = uses.filter(({ name }) => !listed.has(name)).map(({ name, file }) => `${name} in ${file}`);
    // To fix this, run the test suite that uses the operator: npm run database:operators -- PATH
    expect(missing).toEqual([]);
  });

  test('are listed in in-use.json only if the code of a service or library uses them', () => {
    const used = new Set([...uses.map(({ name }) => name), ...OF_DRIVER]);
    const operators = Object.entries(IN_USE).flatMap(([kind, names = []]) => (kind === 'command' ? [] : names));
    // To fix this, remove the operator from in-use.json and from this database. Or let npm run
    // database:operators write in-use.json again.
    expect(operators.filter((name) => !used.has(name))).toEqual([]);
  });

  test.each(kinds)('are all listed in in-use.json, or in kept.ts with a reason (operators of the kind %s)', (kind) => {
    const kept = KEPT.filter((entry) => entry.kind === kind).flatMap(({ names }) => names);
    const wanted = [...(IN_USE[kind] ?? []), ...kept];
    expect([...SUPPORTED[kind]].sort()).toEqual([...new Set(wanted)].sort());
  });

  test('are not listed in kept.ts if they are in in-use.json', () => {
    const used = KEPT.flatMap(({ kind, names }) => names.filter((name) => IN_USE[kind]?.includes(name)));
    expect(used).toEqual([]);
  });
});
