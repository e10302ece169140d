// Records the inputs of a bundle, so that a bundle that is up to date is not built again.
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Files that affect every bundle, in addition to those that esbuild reads. */
const ALWAYS = ['tsconfig.base.json', 'package-lock.json'];

/**
 * Whether a bundle was built with these options from inputs that have not changed since. Compares
 * the modification times and sizes of the inputs. Does not notice a new file that would shadow the
 * target of an existing import.
 * @param note the file that `noteInputs` wrote.
 */
export function isUpToDate(note, options) {
  if (!existsSync(note)) return false;
  const { options: before, inputs, outputs } = JSON.parse(readFileSync(note, 'utf8'));
  const root = options.absWorkingDir;
  const isSame =
    before === JSON.stringify(options) &&
    outputs.every((file) => existsSync(path.join(root, file))) &&
    Object.entries(inputs).every(([file, state]) => stateOf(path.join(root, file)) === state);
  // Remove the record of the previous build, so that an interrupted build does not leave it behind.
  if (!isSame) rmSync(note, { force: true });
  return isSame;
}

/**
 * Records the inputs of a bundle, unless one of them changed during the build.
 * @param metafile esbuild's description of the bundle.
 * @param startedAt when the build started, in milliseconds.
 */
export function noteInputs(note, options, metafile, startedAt) {
  const root = options.absWorkingDir;
  const files = [...ALWAYS, ...Object.keys(metafile.inputs)];
  if (files.some((file) => statSync(path.join(root, file)).mtimeMs >= startedAt)) return;
  const inputs = Object.fromEntries(files.map((file) => [file, stateOf(path.join(root, file))]));
  const outputs = Object.keys(metafile.outputs);
  writeFileSync(note, JSON.stringify({ options: JSON.stringify(options), outputs, inputs }));
}

function stateOf(file) {
  const found = statSync(file, { throwIfNoEntry: false });
  return found && `${found.mtimeMs} ${found.size}`;
}
