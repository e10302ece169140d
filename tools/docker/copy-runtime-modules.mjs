// Copies the packages that cannot be bundled. A bundle loads them at run time.
import { cpSync, existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';

/** Parts of packages that no program loads: sources of native code, types, and builds for other systems. */
const UNUSED_FOLDERS = new Set([
  'src',
  'dependencies',
  'deps',
  'test',
  'tests',
  'docs',
  'dict',
  'benchmark',
  '.github',
]);
const UNUSED_FILES = /\.(d\.[cm]?ts|ts|map|md|gyp|gypi|cc|cpp|c|h)$/;

/**
 * Copies the packages that bundles import without containing them, and their dependencies, to `target`/node_modules.
 * Packages that are not installed are left out, because they are optional dependencies.
 * @param metafiles esbuild's descriptions of the bundles.
 */
export function copyRuntimeModules(root, target, metafiles) {
  const imports = metafiles.flatMap(({ outputs }) => Object.values(outputs).flatMap((output) => output.imports));
  const names = imports
    .filter(({ path: name, external }) => external && !isBuiltin(name))
    .map(({ path: name }) => packageOf(name));
  const copied = new Set();
  for (const name of names) copyPackage(name, root);

  /** @param from the folder from which Node would look for the package. */
  function copyPackage(name, from) {
    const folder = find(name, from, root);
    if (folder === undefined || copied.has(folder)) return;
    copied.add(folder);
    const { dependencies = {}, optionalDependencies = {}, os, libc, cpu } = readPackage(folder);
    if (!isFor(os, process.platform) || !isFor(cpu, process.arch) || !isFor(libc, 'glibc')) return;
    const place = path.join(target, path.relative(root, folder));
    cpSync(folder, place, { recursive: true, filter: (file) => isUsed(path.relative(folder, file)) });
    removeOtherPrebuilds(place);
    for (const dependency of Object.keys({ ...dependencies, ...optionalDependencies })) copyPackage(dependency, folder);
  }
}

const isFor = (list, value) => list === undefined || list.includes(value);
const packageOf = (name) =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
const readPackage = (folder) => JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));

function find(name, from, root) {
  const folder = path.join(from, 'node_modules', name);
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  return from === root ? undefined : find(name, path.dirname(from), root);
}

function isUsed(file) {
  const [first] = file.split(path.sep);
  return first !== 'node_modules' && !UNUSED_FOLDERS.has(first) && !UNUSED_FILES.test(file);
}

/** Removes the native code for other systems, and for musl: the base image has glibc. */
function removeOtherPrebuilds(folder) {
  const prebuilds = path.join(folder, 'prebuilds');
  if (existsSync(prebuilds)) {
    for (const name of readdirSync(prebuilds)) {
      if (name !== `${process.platform}-${process.arch}`) rmSync(path.join(prebuilds, name), { recursive: true });
    }
  }
  for (const file of readdirSync(folder, { recursive: true })) {
    if (file.endsWith('musl.node')) rmSync(path.join(folder, file));
  }
}
