// Writes k8s/schemas from the released packages of the projects that define the custom resources:
// node tools/k8s/schemas/fetch-schemas.mjs
// This program needs Go, Java, Maven and the network. Run it after you have changed the versions.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installTools } from '../install-tools.mjs';
import { toJson } from '../python.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const target = path.resolve(here, '../../../k8s/schemas');

/** The Go modules whose archives contain definitions of custom resources. */
const modules = [
  {
    file: 'gateway-api',
    module: 'sigs.k8s.io/gateway-api@v1.4.0',
    definition: 'config/crd/standard/gateway.networking.k8s.io_httproutes.yaml',
    version: 'v1',
  },
  {
    file: 'prometheus-operator',
    module: 'github.com/prometheus-operator/prometheus-operator@v0.85.0',
    definition: 'example/prometheus-operator-crd/monitoring.coreos.com_podmonitors.yaml',
    version: 'v1',
  },
  {
    file: 'mongodb-community',
    module: 'github.com/mongodb/mongodb-kubernetes-operator@v0.9.0',
    definition: 'config/crd/bases/mongodbcommunity.mongodb.com_mongodbcommunity.yaml',
    version: 'v1',
  },
];

const { python, reason } = installTools();
if (reason) throw new Error(reason);

for (const { file, module, definition, version } of modules) {
  const { Dir } = JSON.parse(execFileSync('go', ['mod', 'download', '-json', module], { encoding: 'utf8' }));
  const [{ spec }] = toJson(python, readFileSync(path.join(Dir, definition), 'utf8'));
  const { schema } = spec.versions.find(({ name }) => name === version);
  const kind = `${spec.group}/${version}/${spec.names.kind}`;
  save(file, { source: `${module} ${definition}`, kinds: { [kind]: withoutTexts(schema.openAPIV3Schema) } });
}
save('strimzi', strimziSchemas());

/** Strimzi has no Go module with definitions, so its schemas are made from the Java classes of its API. */
function strimziSchemas() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'keyhaven-schemas-'));
  const options = [`-DoutputDirectory=${path.join(folder, 'lib')}`, '-f', path.join(here, 'pom.xml')];
  execFileSync('mvn', ['-q', 'dependency:copy-dependencies', ...options], { stdio: 'inherit' });
  const classes = ['kafka.Kafka', 'nodepool.KafkaNodePool', 'user.KafkaUser'].map(
    (name) => `io.strimzi.api.kafka.model.${name}`,
  );
  const program = ['-cp', path.join(folder, 'lib/*'), path.join(here, 'DescribeFields.java'), ...classes];
  const { kinds, $defs } = JSON.parse(
    execFileSync('java', program, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  );
  rmSync(folder, { recursive: true });
  const named = Object.entries(kinds).map(([kind, schema]) => [`kafka.strimzi.io/v1beta2/${kind}`, schema]);
  return { source: 'io.strimzi:api 0.48.0 (Maven Central), its classes', kinds: Object.fromEntries(named), $defs };
}

/** Removes descriptions, which are most of the text of a definition, and rules in CEL, which are not checked. */
function withoutTexts(schema) {
  if (Array.isArray(schema)) return schema.map(withoutTexts);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(
        ([key, value]) => !(key === 'description' && typeof value === 'string') && key !== 'x-kubernetes-validations',
      )
      .map(([key, value]) => [key, withoutTexts(value)]),
  );
}

function save(file, content) {
  writeFileSync(path.join(target, `${file}.json`), `${JSON.stringify(content, null, 1)}\n`);
}
