// Installs the generator of Python clients into a virtual environment: node tools/ci/python-generator.mjs FOLDER
import { fileURLToPath } from 'node:url';
import { missingPythonProgram } from './python-package.mjs';

/**
 * The version is fixed, so that a new version of the generator cannot break the tests of an old
 * release.
 */
const GENERATOR = 'openapi-python-client==0.29.1';

/** Installs the generator in `folder`/bin. @returns the reason if that is not possible; otherwise undefined. */
export function missingGenerator(folder) {
  return missingPythonProgram(folder, 'openapi-python-client', GENERATOR);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const reason = missingGenerator(process.argv[2]);
  if (reason !== undefined) console.error(reason);
  process.exitCode = reason === undefined ? 0 : 1;
}
