// Which files a bundle was made of, so that a bundle that is up to date is not built again.
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Files that decide about every bundle, beside those that esbuild reads. */
const ALWAYS = ['tsconfig.base.json', 'package-lock.json'];

/**
 * Whether a bundle was made with these options of files that have not changed since: their times and sizes are compared.
 * Not noticed is a new file that an existing import would now find first.
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
  // A build that is interrupted must not leave the note of the one before it.
  if (!isSame) rmSync(note, { force: true });
  return isSame;
}

/**
 * Writes down what a bundle was made of, unless a file changed during the build.
 * @param metafile what esbuild says about the bundle. @param startedAt when the build started, in milliseconds.
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
