import { OPERATIONS_PORT_OFFSET, type ServiceName, services } from '@keyhaven/contracts/platform/services';
import { labels } from './labels';
import { networkPolicy } from './network-policy';
import { containerSecurity, podSecurity } from './security';
import { profileOf, type ServiceProfile } from './service-profile';
import { indent, joined } from './text';

/**
 * The seconds from the removal of a pod from its Service to the SIGTERM that the pod gets. During
 * this time the pod may still get requests.
 */
const PRE_STOP_SECONDS = 10;
/** SHUTDOWN_MS of k8s/base/settings.env, in seconds. It applies twice: to open requests, then to background work. */
const SHUTDOWN_SECONDS = 30;
/** The time to close the connections to Kafka and MongoDB, after background work has ended. */
const DISCONNECT_SECONDS = 15;

/** Returns all Kubernetes objects of a service as YAML. */
export function serviceManifest(name: ServiceName, image: string): string {
  const profile = profileOf(name);
  return [
    header(name),
    serviceAccount(name),
    service(name),
    deployment(name, image, profile),
    autoscaler(name, profile),
    disruptionBudget(name),
    networkPolicy(name, profile.callsInternet),
  ].join('---\n');
}

const storesData = (name: ServiceName) => services[name].topic !== null;
function header(name: ServiceName): string {
  return `# The ${name} service. Written by \`npm run k8s:manifests\`: change it with a patch in your overlay, not here.
`;
}

function serviceAccount(name: ServiceName): string {
  return `apiVersion: v1
kind: ServiceAccount
metadata:
  name: ${name}
${indent(2, `labels:\n${indent(2, labels(name))}`)}# No service calls the API of Kubernetes.
automountServiceAccountToken: false
`;
}

function service(name: ServiceName): string {
  const { port } = services[name];
  return `apiVersion: v1
kind: Service
metadata:
  name: ${name}
  labels:
${indent(4, labels(name))}spec:
  selector:
${indent(4, labels(name))}  ports:
    - name: api
      port: ${port}
      targetPort: api
`;
}

function deployment(name: ServiceName, image: string, profile: ServiceProfile): string {
  const { port } = services[name];
  const grace = PRE_STOP_SECONDS + 2 * SHUTDOWN_SECONDS + DISCONNECT_SECONDS;
  const storeLabel = joined(storesData(name), "keyhaven.dev/stores: 'true'\n");
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  labels:
${indent(4, labels(name) + storeLabel)}spec:
  # "replicas" is not set, because the HorizontalPodAutoscaler decides the number of pods.
  revisionHistoryLimit: 3
  strategy:
    rollingUpdate:
      maxSurge: 1
      maxUnavailable: 0
  selector:
    matchLabels:
${indent(6, labels(name))}  template:
    metadata:
      labels:
${indent(8, labels(name) + storeLabel)}    spec:
      serviceAccountName: ${name}
      automountServiceAccountToken: false
      # Otherwise, Kubernetes adds variables for each Service that look like settings, for example IDENTITY_PORT.
      enableServiceLinks: false
      # The sum of: preStop; SHUTDOWN_MS for open requests; SHUTDOWN_MS for background work; closing the connections to
      # Kafka and MongoDB.
      terminationGracePeriodSeconds: ${grace}
${indent(6, podSecurity)}      # matchLabelKeys: only pods of the same version count, so that a rollout spreads the new pods.
      topologySpreadConstraints:
${indent(8, spread(name, 'topology.kubernetes.io/zone') + spread(name, 'kubernetes.io/hostname'))}${indent(6, waitForSchema(name, image))}      containers:
        - name: service
          image: ${image}
          args: [${name}]
          ports:
            - { name: api, containerPort: ${port} }
            - { name: operations, containerPort: ${port + OPERATIONS_PORT_OFFSET} }
          envFrom:
            - configMapRef: { name: keyhaven-settings }
          env:
            - { name: PORT, value: '${port}' }
${indent(12, environment(name, profile))}          # A process may take two minutes to start. Later, it is restarted if it does not answer for a minute.
          startupProbe:
            httpGet: { path: /livez, port: operations }
            periodSeconds: 2
            failureThreshold: 60
          livenessProbe:
            httpGet: { path: /livez, port: operations }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          # /readyz answers within 5 seconds.
          readinessProbe:
            httpGet: { path: /readyz, port: operations }
            periodSeconds: 5
            timeoutSeconds: 6
            failureThreshold: 2
          # After SIGTERM, a process accepts no new connections. So SIGTERM is sent only after clients have stopped
          # sending requests to this pod.
          lifecycle:
            preStop:
              sleep: { seconds: ${PRE_STOP_SECONDS} }
          # There is no CPU limit: a throttled process loses its leases.
          resources:
            requests: { cpu: ${profile.milliCores}m, memory: ${profile.memoryRequestMi}Mi }
            limits: { memory: ${profile.memoryLimitMi}Mi }
${indent(10, containerSecurity)}          volumeMounts:
            - { name: tmp, mountPath: /tmp }
            - { name: signing-key, mountPath: /keys/own, readOnly: true }
${joined(isCalled(name), '            - { name: public-keys, mountPath: /keys/public, readOnly: true }\n')}      volumes:
        - name: tmp
          emptyDir: { sizeLimit: 64Mi }
        - name: signing-key
          secret: { secretName: keyhaven-key-${name}, defaultMode: 0440 }
${joined(isCalled(name), '        - name: public-keys\n          configMap: { name: keyhaven-public-keys }\n')}`;
}

/**
 * Whether the service verifies internal tokens. The gateway gets no internal tokens: its clients
 * send other credentials, which identity checks.
 */
const isCalled = (name: ServiceName) => name !== 'gateway';

function spread(name: ServiceName, topologyKey: string): string {
  return `- maxSkew: 1
  topologyKey: ${topologyKey}
  whenUnsatisfiable: ScheduleAnyway
  labelSelector:
    matchLabels:
${indent(6, labels(name))}  matchLabelKeys: [pod-template-hash]
`;
}

function waitForSchema(name: ServiceName, image: string): string {
  const [comment, where] = storesData(name)
    ? [
        `# Waits until the job "migrate" has migrated the data of this service and made its indexes. Fails if a newer
# version has migrated the data.`,
        `env:\n${indent(2, databaseAddress)}`,
      ]
    : [
        '# Waits until identity runs on the schema of this version. This service has no data and uses no database.',
        'envFrom:\n  - configMapRef: { name: keyhaven-settings }\n',
      ];
  return `${comment}
initContainers:
  - name: wait-for-schema
    image: ${image}
    args: [wait-for-schema, ${name}]
${indent(4, where)}    resources:
      requests: { cpu: 50m, memory: 96Mi }
      limits: { memory: 256Mi }
${indent(4, containerSecurity)}`;
}

/** The address of MongoDB with its credentials. */
export const databaseAddress = `- name: MONGODB_URI
  valueFrom:
    secretKeyRef: { name: keyhaven-database, key: MONGODB_URI }
`;

function environment(name: ServiceName, { secretSettings = {} }: ServiceProfile): string {
  const secrets = Object.entries(secretSettings).map(
    ([setting, secret]) => `- name: ${setting}
  valueFrom:
    secretKeyRef: { name: ${secret}, key: ${setting} }
`,
  );
  return [
    '- { name: INTERNAL_SIGNING_KEY_FILE, value: /keys/own/key.json }\n',
    joined(isCalled(name), '- { name: INTERNAL_PUBLIC_KEYS_FILE, value: /keys/public/public.json }\n'),
    joined(storesData(name), databaseAddress),
    ...secrets,
  ].join('');
}

function autoscaler(name: ServiceName, { maxReplicas }: ServiceProfile): string {
  return `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: ${name}
  labels:
${indent(4, labels(name))}spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: ${name} }
  minReplicas: 2
  maxReplicas: ${maxReplicas}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target: { type: Utilization, averageUtilization: 70 }
  behavior:
    scaleDown:
      # Each change in the number of consumers makes Kafka rebalance their partitions.
      stabilizationWindowSeconds: 600
      policies:
        - { type: Pods, value: 1, periodSeconds: 120 }
`;
}

function disruptionBudget(name: ServiceName): string {
  return `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: ${name}
  labels:
${indent(4, labels(name))}spec:
  maxUnavailable: 1
  # A pod that is not ready may be evicted, so that it does not block the drain of a node.
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels:
${indent(6, labels(name))}`;
}
