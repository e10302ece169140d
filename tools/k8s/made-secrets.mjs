// Runs k8s/make-secrets.sh with a fake kubectl that only records the secrets that it is called to create.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../k8s/make-secrets.sh', import.meta.url));

const kubectl = `#!/bin/sh
case " $* " in
  *" get "*) exit 1 ;;
  *" apply "*) cat >/dev/null ;;
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
  const folder = mkdtempSync(path.join(os.tmpdir(), 'keyhaven-secrets-'));
  const log = path.join(folder, 'log');
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
  const env = { ...process.env, ...given, PATH: `${folder}:${process.env.PATH}`, KUBECTL_LOG: log };
  try {
    execFileSync(script, { env, stdio: 'pipe' });
    const lines = readFileSync(log, 'utf8').trim().split('\n');
    return [...byOperators, ...lines.flatMap(madeBy)];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function madeBy(line) {
  const name = /create (?:secret generic|configmap) (\S+)/.exec(line)?.[1];
  return [...line.matchAll(/--from-file=([^=]+)=/g)].map(([, key]) => `${name} ${key}`);
}
