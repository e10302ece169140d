// Checks the manifests in k8s/: node tools/k8s/check-manifests.mjs
//
// Renders the base and every overlay with kustomize. Validates each object strictly: against the schemas of three
// versions of Kubernetes, or against the schema of its custom resource. Checks our own rules (rules/). Then breaks the
// manifests in many ways, and checks that each fault is found. The last line is "N passed, N failed".
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { breakages } from './breakages.mjs';
import { customResources } from './custom-resources.mjs';
import { installTools } from './install-tools.mjs';
import { changesNothingWithoutAnswer, madeSecrets } from './made-secrets.mjs';
import { validate } from './python.mjs';
import { renderings } from './renderings.mjs';
import { backupFaults } from './rules/backups.mjs';
import { containerFaults } from './rules/containers.mjs';
import { nameOf } from './rules/objects.mjs';
import { peerFaults, referenceFaults } from './rules/references.mjs';
import { secretFaults } from './rules/secrets.mjs';
import { connectionFaults, entranceFaults, serviceFaults } from './rules/services.mjs';
import { settingFaults } from './rules/settings.mjs';
import { storeFaults } from './rules/stores.mjs';

const VERSIONS = ['1.35', '1.36', '1.37'];

const tools = installTools();
if (tools.reason !== undefined) {
  console.error(`the manifests cannot be checked: ${tools.reason}`);
  process.exit(1);
}
const { calls, names, settingsOfProcess } = await platform();
const made = madeSecrets();
const faultsOfCustomResource = customResources();

/** The checks of a rendering. Each check returns the faults that it finds. */
const checks = {
  ...Object.fromEntries(
    VERSIONS.map((version) => [`Kubernetes ${version}`, (objects) => schemaFaults(objects, version)]),
  ),
  'custom resources': (objects) => objects.flatMap((object) => named(object, faultsOfCustomResource(object) ?? [])),
  containers: containerFaults,
  references: referenceFaults,
  peers: peerFaults,
  secrets: (objects) => secretFaults(objects, made),
  services: (objects, name) => serviceFaults(objects, { isScaled: name !== 'local' }),
  connections: (objects) => connectionFaults(objects, calls),
  entrance: entranceFaults,
  backups: backupFaults,
  stores: (objects, name) => storeFaults(objects, { isDecided: name !== 'base' }),
  // The base lacks the settings that each overlay must choose, so its settings are not checked.
  settings: (objects, name) => (name === 'base' ? [] : settingFaults(objects, names, settingsOfProcess)),
};

function schemaFaults(objects, version) {
  const standard = objects.filter((object) => faultsOfCustomResource(object) === undefined);
  return validate(tools.python, standard, [version]).map(
    ({ index, message }) => `${nameOf(standard[index])}: ${message}`,
  );
}

const named = (object, faults) => faults.map((fault) => `${nameOf(object)}: ${fault}`);

/** Reads the settings of all services, and the services that each of them calls, from their code. */
async function platform() {
  const { register } = await import('tsx/cjs/api');
  const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
  process.chdir(root);
  register();
  const load = createRequire(import.meta.url);
  const { serviceNames } = load(path.join(root, 'libs/contracts/src/platform/services.ts'));
  const { calleesOf } = load('./call-graph.ts');
  const { settingsOfProcess } = load(path.join(root, 'apps/standalone/src/process-settings.ts'));
  const calls = serviceNames.flatMap((caller) => calleesOf(caller).map((callee) => [caller, callee]));
  return { calls, names: serviceNames, settingsOfProcess };
}

let [passed, failed] = [0, 0];
function count(name, faults) {
  if (faults.length === 0) return void (passed += 1);
  failed += 1;
  console.error(`FAILED ${name}\n${faults.map((fault) => `  ${fault}\n`).join('')}`);
}

count(
  'make-secrets.sh ends and changes nothing if the cluster does not answer',
  changesNothingWithoutAnswer() ? [] : ['it changes something or succeeds'],
);
const rendered = renderings(tools);
for (const [name, objects] of Object.entries(rendered)) {
  console.log(`${name}: ${objects.length} objects`);
  for (const [check, faultsOf] of Object.entries(checks)) count(`${name}: ${check}`, faultsOf(objects, name));
}
for (const { what, overlay = 'production', check, change } of breakages) {
  const objects = structuredClone(rendered[overlay]);
  change(objects);
  const faults = checks[check](objects, overlay);
  count(`${what} is found by the check "${check}"`, faults.length > 0 ? [] : ['it is not found']);
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
