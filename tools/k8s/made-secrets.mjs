// Runs k8s/make-secrets.sh with a fake kubectl that only records the secrets that it is called to create.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../k8s/make-secrets.sh', import.meta.url));

const kubectl = `#!/bin/sh
case " $* " in
  *" get "*) exit "$KUBECTL_GET_CODE" ;;
  *" apply "*)
    cat >/dev/null
    echo "$*" >>"$KUBECTL_LOG"
    ;;
  *) echo "$*" >>"$KUBECTL_LOG" ;;
esac
`;

/**
 * The secrets that the Kubernetes operators of MongoDB and Kafka create for the resources in
 * k8s/overlays/example-operators.
 */
const byOperators = [
  'keyhaven-mongodb-admin-keyhaven connectionString.standard',
  'keyhaven password',
  'keyhaven-cluster-ca-cert ca.crt',
];

/** @returns the names and keys of the secrets and of the ConfigMap, as `name key`. */
export function madeSecrets() {
  const { code, calls } = runScript({ getCode: 0 });
  if (code !== 0) throw new Error(`make-secrets.sh ended with ${code}`);
  return [...byOperators, ...calls.flatMap(madeBy)];
}

/** @returns whether the script fails and changes nothing if kubectl cannot read from the cluster. */
export function changesNothingWithoutAnswer() {
  const { code, calls } = runScript({ getCode: 1 });
  return code !== 0 && calls.length === 0;
}

/**
 * Runs the script. In the fake cluster, nothing exists yet.
 * @param getCode the exit code of `kubectl get`.
 * @returns the exit code of the script, and the arguments of each call of kubectl that changes something.
 */
function runScript({ getCode }) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'keyhaven-secrets-'));
  const log = path.join(folder, 'log');
  writeFileSync(log, '');
  writeFileSync(path.join(folder, 'kubectl'), kubectl, { mode: 0o755 });
  const given = {
    MONGODB_URI: 'a',
    MONGODB_PASSWORD: 'b',
    KAFKA_SASL_PASSWORD: 'k',
    KAFKA_CA: 'c',
    SMTP_URL: 'c',
    S3_ACCESS_KEY_ID: 'd',
    S3_SECRET_ACCESS_KEY: 'e',
  };
  const fake = { PATH: `${folder}:${process.env.PATH}`, KUBECTL_LOG: log, KUBECTL_GET_CODE: `${getCode}` };
  try {
    const { status } = spawnSync(script, { env: { ...process.env, ...given, ...fake }, stdio: 'pipe' });
    const lines = readFileSync(log, 'utf8').split('\n');
    return { code: status, calls: lines.filter((line) => line !== '') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function madeBy(line) {
  const name = /create (?:secret generic|configmap) (\S+)/.exec(line)?.[1];
  return [...line.matchAll(/--from-file=([^=]+)=/g)].map(([, key]) => `${name} ${key}`);
}
