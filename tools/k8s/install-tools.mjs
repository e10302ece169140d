// Installs the programs that check the manifests. They are stored in the user's cache folder. Run this file with:
// node tools/k8s/install-tools.mjs
//
// Go installs kustomize. pip installs kubernetes-validate, which contains the schemas of Kubernetes.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const KUSTOMIZE = '5.6.0';
const KUBERNETES_VALIDATE = '1.37.0';

const run = (command, args, environment = {}) =>
  spawnSync(command, args, { encoding: 'utf8', timeout: 480_000, env: { ...process.env, ...environment } });
const lastLine = ({ error, stderr, stdout }) => error?.message ?? (stderr || stdout).trim().split('\n').at(-1);

/**
 * @returns the path of kustomize, and the path of a Python with kubernetes-validate. If they cannot be installed,
 *   returns `reason` instead.
 */
export function installTools() {
  const cache = path.join(process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'), 'keyhaven');
  const kustomize = path.join(cache, `kustomize-${KUSTOMIZE}`, 'kustomize');
  const environment = path.join(cache, `kubernetes-validate-${KUBERNETES_VALIDATE}`);
  const reason = missingKustomize(kustomize) ?? missingValidator(environment);
  return { kustomize, python: path.join(environment, 'bin/python'), reason };
}

function missingKustomize(program) {
  if (existsSync(program)) return undefined;
  if (run('go', ['version']).status !== 0) return 'go, which installs kustomize, is not on the path';
  const folder = path.dirname(program);
  mkdirSync(folder, { recursive: true });
  const made = run('go', ['install', `sigs.k8s.io/kustomize/kustomize/v5@v${KUSTOMIZE}`], { GOBIN: folder });
  return made.status === 0 ? undefined : `go could not install kustomize ${KUSTOMIZE}: ${lastLine(made)}`;
}

function missingValidator(folder) {
  if (existsSync(path.join(folder, 'bin/kubernetes-validate'))) return undefined;
  if (run('python3', ['-m', 'venv', '--help']).status !== 0) return 'python3 with venv is not on the path';
  const made = run('python3', ['-m', 'venv', folder]);
  if (made.status !== 0) return `python3 -m venv failed: ${lastLine(made)}`;
  const installed = run(path.join(folder, 'bin/pip'), ['install', '-q', `kubernetes-validate==${KUBERNETES_VALIDATE}`]);
  return installed.status === 0 ? undefined : `pip could not install kubernetes-validate: ${lastLine(installed)}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { reason } = installTools();
  if (reason !== undefined) console.error(reason);
  process.exitCode = reason === undefined ? 0 : 1;
}
