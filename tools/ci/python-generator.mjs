// Installs the generator of Python clients into a virtual environment: node tools/ci/python-generator.mjs FOLDER
import { fileURLToPath } from 'node:url';
import { missingPythonProgram } from './python-package.mjs';

/** The version is fixed, so that a new one cannot fail the tests of an old release. */
const GENERATOR = 'openapi-python-client==0.29.1';

/** @returns why there is no generator in `folder`; undefined if there is one, which is then in its folder `bin`. */
export function missingGenerator(folder) {
  return missingPythonProgram(folder, 'openapi-python-client', GENERATOR);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const reason = missingGenerator(process.argv[2]);
  if (reason !== undefined) console.error(reason);
  process.exitCode = reason === undefined ? 0 : 1;
}
