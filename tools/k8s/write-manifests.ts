/**
 * Writes the manifests that are similar for all services: npm run k8s:manifests
 *
 * The services, their ports, calls and version come from the code, so that they need not be repeated here. The written
 * files are committed. With --check, writes nothing, and prints the names of the files that are out of date.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dataServiceNames, serviceNames, services, urlSetting } from '@keyhaven/contracts/platform/services';
import { VERSION } from '@keyhaven/contracts/platform/version';
import { backupManifest } from './backup-manifest';
import { consumingServices, lagPatch } from './lag-patch';
import { migrateManifest } from './migrate-manifest';
import { serviceManifest } from './service-manifest';

const root = path.resolve(__dirname, '../..');
const image = `keyhaven:${VERSION}`;

/**
 * The settings with the addresses of all services. Services use these settings to call each other.
 */
const addresses = [...dataServiceNames, 'portal' as const]
  .map((name) => `${urlSetting(name)}=http://${name}:${services[name].port}\n`)
  .join('');

/** The contents of all files, by path. */
const manifests: Record<string, string> = {
  ...Object.fromEntries(serviceNames.map((name) => [`k8s/base/services/${name}.yaml`, serviceManifest(name, image)])),
  'k8s/base/services/kustomization.yaml': kustomization(serviceNames),
  'k8s/base/migrate.yaml': migrateManifest(VERSION, image),
  'k8s/components/backup/cron-job.yaml': backupManifest(image),
  'k8s/base/addresses.env': `# Written by \`npm run k8s:manifests\`.\n${addresses}`,
  ...Object.fromEntries(consumingServices.map((name) => [`k8s/components/consumer-lag/${name}.yaml`, lagPatch(name)])),
  'k8s/components/consumer-lag/kustomization.yaml': lagComponent(),
};

function kustomization(names: readonly string[]): string {
  const list = names.map((name) => `  - ${name}.yaml\n`).join('');
  return `# Written by \`npm run k8s:manifests\`.
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources:
${list}`;
}

function lagComponent(): string {
  const patches = consumingServices.map(
    (name) => `  - path: ${name}.yaml\n    target: { kind: HorizontalPodAutoscaler, name: ${name} }\n`,
  );
  return `# Also scales each service by the number of events that it has not consumed yet. Needs an adapter that serves the
# metric keyhaven_consumer_lag_events (docs/operators/kubernetes.md). Written by \`npm run k8s:manifests\`.
apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Component
patches:
${patches.join('')}`;
}

function write(): void {
  for (const [file, content] of Object.entries(manifests)) writeFileSync(path.join(root, file), content);
}

/** Returns the names of the files that are out of date. */
function outdated(): string[] {
  const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);
  return Object.entries(manifests).flatMap(([file, content]) =>
    read(path.join(root, file)) === content ? [] : [file],
  );
}

if (require.main === module) {
  if (process.argv.includes('--check')) process.stdout.write(outdated().join('\n'));
  else write();
}
