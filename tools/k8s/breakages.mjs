// Ways to break the manifests. A check must find each breakage, which shows that the checks can
// fail.
import { find, ofKind } from './rules/objects.mjs';

const pod = (objects, name) => find(objects, 'Deployment', name).spec.template.spec;
const container = (objects, name = 'booking') => pod(objects, name).containers[0];
const backup = (objects) => find(objects, 'CronJob', 'backup').spec.jobTemplate.spec.template.spec;
const policy = (objects, name) => find(objects, 'NetworkPolicy', name).spec;
const remove = (objects, kind, name) => objects.splice(objects.indexOf(find(objects, kind, name)), 1);
const labels = (objects, name) => find(objects, 'Deployment', name).spec.template.metadata.labels;
const anyNamespace = { namespaceSelector: {} };
const anyAddress = { ipBlock: { cidr: '0.0.0.0/0' } };
const settings = (objects) => ofKind(objects, 'ConfigMap')[0].data;

const versions = ['1.35', '1.36', '1.37'].map((version) => `Kubernetes ${version}`);

/** @type {{ what: string, overlay?: string, check: string, change: (objects: any[]) => void }[]} */
export const breakages = [
  ...versions.flatMap((check) => [
    { what: 'a misspelled field', check, change: (all) => (container(all).livenesProbe = {}) },
    {
      what: 'a field of a wrong type',
      check,
      change: (all) => (pod(all, 'fees').terminationGracePeriodSeconds = '85'),
    },
    { what: 'a missing required field', check, change: (all) => delete find(all, 'Deployment', 'fees').spec.selector },
    { what: 'an unknown kind', check, change: (all) => (find(all, 'Service', 'fees').kind = 'Servise') },
  ]),
  ...[
    [
      'components',
      (all) => (ofKind(all, 'HTTPRoute')[0].spec.rules[0].backendRef = []),
      'a misspelled field of an HTTPRoute',
    ],
    [
      'components',
      (all) => (ofKind(all, 'HTTPRoute')[0].spec.rules[0].timeouts.request = 'never'),
      'an invalid timeout of an HTTPRoute',
    ],
    ['components', (all) => delete ofKind(all, 'PodMonitor')[0].spec.selector, 'a PodMonitor without a selector'],
    [
      'example-operators',
      (all) => delete ofKind(all, 'MongoDBCommunity')[0].spec.users[0].roles,
      'a user of MongoDB without roles',
    ],
    ['example-operators', (all) => (ofKind(all, 'Kafka')[0].spec.kafka.listener = []), 'a misspelled field of Kafka'],
    [
      'example-operators',
      (all) => (ofKind(all, 'KafkaUser')[0].spec.authentification = {}),
      'a misspelled field of a user of Kafka',
    ],
    [
      'example-operators',
      (all) => (ofKind(all, 'KafkaNodePool')[0].spec.roles = ['brokers']),
      'an unknown role of a node of Kafka',
    ],
  ].map(([overlay, change, what]) => ({ what, overlay, check: 'custom resources', change })),
  ...[
    ['an image without a version', (all) => (container(all).image = 'keyhaven:latest')],
    ['a container without limits', (all) => delete container(all).resources.limits],
    ['a container without a readiness probe', (all) => delete container(all).readinessProbe],
    ['a liveness probe on /readyz', (all) => (container(all).livenessProbe.httpGet.path = '/readyz')],
    ['a container that may get privileges', (all) => delete container(all).securityContext.allowPrivilegeEscalation],
    [
      'an init container that can write',
      (all) => delete pod(all, 'fees').initContainers[0].securityContext.readOnlyRootFilesystem,
    ],
    ['a pod that runs as root', (all) => delete pod(all, 'fees').securityContext.runAsNonRoot],
    ['a backup that can write to its root file system', (all) => delete backup(all).containers[0].securityContext],
    ['a pod with a token for the API of Kubernetes', (all) => delete pod(all, 'fees').automountServiceAccountToken],
  ].map(([what, change]) => ({ what, check: 'containers', change })),
  ...[
    ['a Service that selects nothing', (all) => (find(all, 'Service', 'fees').spec.selector = { no: 'pod' })],
    [
      'a budget that protects nothing',
      (all) => (find(all, 'PodDisruptionBudget', 'fees').spec.selector.matchLabels = { no: 'pod' }),
    ],
    [
      'an autoscaler for a missing Deployment',
      (all) => (find(all, 'HorizontalPodAutoscaler', 'fees').spec.scaleTargetRef.name = 'fee'),
    ],
    [
      'an Ingress to a missing port',
      (all) => (ofKind(all, 'Ingress')[0].spec.rules[0].http.paths[0].backend.service.port.name = 'http'),
    ],
    ['a missing ServiceAccount', (all) => remove(all, 'ServiceAccount', 'fees')],
    ['a missing volume', (all) => (pod(all, 'fees').volumes = [])],
    ['a backup to a missing volume', (all) => remove(all, 'PersistentVolumeClaim', 'backups')],
  ].map(([what, change]) => ({ what, check: 'references', change })),
  {
    what: 'a policy for missing pods',
    check: 'peers',
    change: (all) => (policy(all, 'fees').podSelector.matchLabels = { no: 'pod' }),
  },
  ...[
    ['a secret in the manifests', (all) => all.push({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' } })],
    ['a password in a setting', (all) => (settings(all).S3_BUCKET_URL = 'https://user:password@example.com')],
    [
      'a secret setting with a value',
      (all) => container(all).env.push({ name: 'PORTAL_SECRET', value: 'x'.repeat(32) }),
    ],
    [
      'a backup with a secret that is never created',
      (all) => (backup(all).containers[0].env[0].valueFrom.secretKeyRef.name = 'keyhaven-databases'),
    ],
    ['a secret that is never created', (all) => (pod(all, 'fees').volumes[1].secret.secretName = 'keyhaven-key-fee')],
  ].map(([what, change]) => ({ what, check: 'secrets', change })),
  ...[
    ['a missing service', (all) => remove(all, 'Deployment', 'fees')],
    ['a missing autoscaler', (all) => remove(all, 'HorizontalPodAutoscaler', 'fees')],
    ['a container with the wrong port', (all) => (container(all, 'fees').ports[0].containerPort = 8085)],
    ['a container with the wrong program', (all) => (container(all, 'fees').args = ['finance'])],
    ['a service that does not wait for its schema', (all) => delete pod(all, 'fees').initContainers],
    ['a gateway that does not wait for the schema', (all) => delete pod(all, 'gateway').initContainers],
    ['a gateway that waits without an address', (all) => delete pod(all, 'gateway').initContainers[0].envFrom],
    [
      'a gateway with the address of a database',
      (all) => (pod(all, 'gateway').initContainers[0].env = pod(all, 'fees').initContainers[0].env),
    ],
    ['a termination grace period that is too short', (all) => (pod(all, 'fees').terminationGracePeriodSeconds = 30)],
    ['a SHUTDOWN_MS that is too long', (all) => (settings(all).SHUTDOWN_MS = '60000')],
    ['a service without a preStop hook', (all) => delete container(all, 'fees').lifecycle],
  ].map(([what, change]) => ({ what, check: 'services', change })),
  ...[
    ['a missing policy that denies by default', (all) => remove(all, 'NetworkPolicy', 'default-deny')],
    ['a caller that is not allowed', (all) => policy(all, 'finance').ingress[0].from.pop()],
    ['a service that every pod can reach', (all) => delete policy(all, 'finance').ingress[0].from],
    ['metrics that every pod can reach', (all) => delete policy(all, 'scrapes').ingress[0].from],
    ['webhooks into the cluster', (all) => policy(all, 'webhook').egress.at(-1).to[0].ipBlock.except.splice(1, 1)],
  ].map(([what, change]) => ({ what, check: 'connections', change })),
  ...[
    ['a MongoDB that may be anywhere', (all) => delete policy(all, 'stores').egress[0].to],
    ['a Kafka that may be anywhere in the cluster', (all) => (policy(all, 'stores').egress[1].to = [anyNamespace])],
    ['a MongoDB in a range that contains all addresses', (all) => (policy(all, 'stores').egress[0].to = [anyAddress])],
    ['a Kafka that no service reaches', (all) => policy(all, 'stores').egress.pop()],
    ['a gateway that reaches MongoDB', (all) => (labels(all, 'gateway')['keyhaven.dev/stores'] = 'true')],
  ].map(([what, change]) => ({ what, check: 'stores', change })),
  {
    what: 'a backup without the attachments on a volume',
    overlay: 'volume',
    check: 'backups',
    change: (all) => {
      const [container] = backup(all).containers;
      container.volumeMounts = container.volumeMounts.filter(({ name }) => name !== 'attachments');
    },
  },
  {
    what: 'a gateway that clients do not reach',
    check: 'entrance',
    change: (all) => remove(all, 'NetworkPolicy', 'clients'),
  },
  ...[
    ['a missing setting', (all) => delete settings(all).BOOKING_URL],
    ['a wrong setting', (all) => (settings(all).KAFKA_BROKERS = 'kafka')],
    ['a user of Kafka without a mechanism', (all) => delete settings(all).KAFKA_SASL_MECHANISM],
    [
      'a mechanism without a password for Kafka',
      (all) =>
        container(all).env.splice(
          container(all).env.findIndex(({ name }) => name === 'KAFKA_SASL_PASSWORD'),
          1,
        ),
    ],
    ['a misspelled setting', (all) => (settings(all).LOG_LEVELS = 'debug')],
    ['attachments without a bucket', (all) => delete settings(all).S3_BUCKET_URL],
  ].map(([what, change]) => ({ what, check: 'settings', change })),
];
