import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./kubernetes.py', import.meta.url));
const MAX_BYTES = 64 * 1024 * 1024;

const run = (python, args, input) =>
  JSON.parse(execFileSync(python, [program, ...args], { input, encoding: 'utf8', maxBuffer: MAX_BYTES }));

/** Parses YAML documents. */
export function toJson(python, yaml) {
  return run(python, ['to-json'], yaml);
}

/**
 * Validates objects strictly against the schemas of Kubernetes versions.
 * @returns what is wrong: the index of the object, the version and a message.
 */
export function validate(python, objects, versions) {
  return run(python, ['validate', ...versions], JSON.stringify(objects));
}
