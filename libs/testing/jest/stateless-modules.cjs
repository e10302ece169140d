const { statSync } = require('node:fs');
const { isBuiltin } = require('node:module');
const path = require('node:path');

/**
 * The modules of this repository that a worker evaluates only once for all of its test files:
 * contracts, pure rules, and the check of events. These modules keep no state that one test file
 * could change for the next, except caches of values that never change.
 */
const STATELESS = [
  'libs/contracts/src/',
  'libs/stays/src/',
  'libs/api-docs/src/events/event-schemas.ts',
  'libs/api-docs/src/events/testing/check-event.ts',
  'libs/api-docs/src/events/to-json-schema.ts',
  'libs/events/src/change-event.ts',
  'libs/events/src/kafka/dead-letter.ts',
  'package.json',
].map((name) => path.resolve(__dirname, '../../..', name));

/** Whether a file is a stateless module. A test file is never stateless. */
const isStateless = (file) => STATELESS.some((start) => file.startsWith(start)) && !/\.test\.\w+$/.test(file);

/**
 * The stateless modules that this worker has evaluated, by file. Each has the time at which its
 * file was written, and its source map.
 */
const modules = new Map();

/**
 * Prepares the modules for the next test file. In jest's watch mode, modules may have been edited
 * since they were evaluated.
 */
exports.prepareStateless = function prepareStateless(runtime) {
  for (const [file, { writtenMs }] of modules) if (writtenMs !== writtenAt(file)) return modules.clear();
  for (const [file, { sourceMap }] of modules) if (sourceMap) runtime.getSourceMaps().set(file, sourceMap);
};

/** Returns the file of an imported stateless module; undefined for all other imports. */
exports.statelessFile = function statelessFile(runtime, from, name) {
  if (!name || isBuiltin(name)) return undefined;
  const file = runtime._resolution.resolveCjs(from, name);
  return isStateless(file) ? file : undefined;
};

/**
 * Returns the exports of a stateless module.
 * @param loader an object with two functions: `compile` compiles a source text to the function of a
 *   module, and `requirePackage` loads a package.
 */
exports.requireStateless = function requireStateless(runtime, file, loader) {
  const known = modules.get(file);
  if (known) return known.module.exports;
  const module = { exports: {}, filename: file };
  const entry = { module, writtenMs: writtenAt(file) };
  // Store the module before it is evaluated, because modules may import each other in a circle.
  modules.set(file, entry);
  try {
    if (file.endsWith('.json')) module.exports = JSON.parse(runtime.transformCache.transformJson(file));
    else {
      const run = loader.compile(runtime.transformCache.transform(file), file);
      entry.sourceMap = runtime.getSourceMaps().get(file);
      run(module, module.exports, (name) => imported(runtime, file, name, loader), path.dirname(file), file);
    }
  } catch (error) {
    modules.delete(file);
    throw error;
  }
  return module.exports;
};

function imported(runtime, from, name, loader) {
  if (isBuiltin(name) || loader.isPackage(name)) return loader.requirePackage(name);
  const file = exports.statelessFile(runtime, from, name);
  if (file) return exports.requireStateless(runtime, file, loader);
  throw new Error(
    `${from} imports ${name}. All test files of a worker share the imported module, so add it to ${__filename} if it has ` +
      'no state. Otherwise, do not import it here.',
  );
}

const writtenAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs;
