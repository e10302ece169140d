import { containersOf, endsByItself, find, isSelected, nameOf, ofKind, podTemplateOf } from './objects.mjs';

/** Checks that everything that an object refers to, by a name or a label, exists. */
export function referenceFaults(objects) {
  const templates = objects.map(podTemplateOf).filter(Boolean);
  const faultsByKind = {
    Service: ({ spec }) => serviceFaults(spec, templates),
    PodDisruptionBudget: ({ spec }) => unless(selects(templates, spec.selector), 'selects no pods'),
    HorizontalPodAutoscaler: ({ spec: { scaleTargetRef: target } }) =>
      unless(find(objects, target.kind, target.name), `scales ${target.name}, which is not there`),
    PodMonitor: ({ spec }) => unless(selects(templates, spec.selector), 'selects no pods'),
    Ingress: ({ spec }) =>
      spec.rules.flatMap(({ http }) =>
        http.paths.flatMap(({ backend: { service } }) => portFaults(objects, service.name, service.port)),
      ),
    HTTPRoute: ({ spec }) =>
      spec.rules.flatMap(({ backendRefs }) =>
        backendRefs.flatMap(({ name, port }) => portFaults(objects, name, { number: port })),
      ),
  };
  return objects.flatMap((object) => {
    const template = podTemplateOf(object);
    const faults = template ? templateFaults(objects, object, template) : (faultsByKind[object.kind]?.(object) ?? []);
    return faults.map((fault) => `${nameOf(object)}: ${fault}`);
  });
}

const unless = (condition, fault) => (condition ? [] : [fault]);
const selects = (templates, selector) => templates.some(({ metadata }) => isSelected(metadata.labels, selector));

function serviceFaults({ selector, ports }, templates) {
  const selected = templates.filter(({ metadata }) => isSelected(metadata.labels, { matchLabels: selector }));
  const named = selected.flatMap(({ spec }) => spec.containers.flatMap((container) => container.ports ?? []));
  return [
    ...unless(selected.length === 1, `selects ${selected.length} kinds of pods`),
    ...ports.flatMap(({ targetPort }) =>
      unless(
        named.some(({ name }) => name === targetPort),
        `its pods have no port ${targetPort}`,
      ),
    ),
  ];
}

function portFaults(objects, name, { name: portName, number }) {
  const ports = find(objects, 'Service', name)?.spec.ports ?? [];
  const isThere = ports.some((port) => port.name === portName || port.port === number);
  return unless(isThere, `refers to the port ${portName ?? number} of ${name}, which is not there`);
}

function templateFaults(objects, object, { metadata, spec: pod }) {
  const { spec } = object;
  const volumes = [...(pod.volumes ?? []), ...(spec.volumeClaimTemplates ?? []).map((claim) => claim.metadata)];
  const mounted = containersOf({ spec: pod }).flatMap(({ volumeMounts = [] }) => volumeMounts);
  const claims = (pod.volumes ?? []).flatMap(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? []);
  const maps = containersOf({ spec: pod }).flatMap(({ envFrom = [] }) =>
    envFrom.flatMap(({ configMapRef }) => configMapRef.name),
  );
  const { serviceAccountName: account } = pod;
  return [
    ...unless(endsByItself(object) || isSelected(metadata.labels, spec.selector), 'does not select its own pods'),
    ...unless(!account || find(objects, 'ServiceAccount', account), `there is no ServiceAccount ${account}`),
    ...mounted.flatMap(({ name }) =>
      unless(
        volumes.some((volume) => volume.name === name),
        `there is no volume ${name}`,
      ),
    ),
    ...claims.flatMap((name) => unless(find(objects, 'PersistentVolumeClaim', name), `there is no claim ${name}`)),
    ...maps.flatMap((name) => unless(find(objects, 'ConfigMap', name), `there is no ConfigMap ${name}`)),
    ...(pod.topologySpreadConstraints ?? []).flatMap(({ labelSelector }) =>
      unless(isSelected(metadata.labels, labelSelector), 'spreads other pods than its own'),
    ),
  ];
}

/**
 * Checks that every selector of a NetworkPolicy matches pods of the overlay, or pods that a Kubernetes operator
 * creates.
 */
export function peerFaults(objects) {
  const labels = [
    ...objects.map((object) => podTemplateOf(object)?.metadata.labels).filter(Boolean),
    ...operated(objects),
  ];
  const isThere = (selector) => labels.some((own) => isSelected(own, selector));
  return ofKind(objects, 'NetworkPolicy').flatMap((policy) => {
    const { podSelector, ingress = [], egress = [] } = policy.spec;
    const peers = [...ingress.flatMap(({ from = [] }) => from), ...egress.flatMap(({ to = [] }) => to)];
    const selectors = [podSelector, ...peers.filter((peer) => !peer.namespaceSelector).map((peer) => peer.podSelector)];
    return selectors
      .filter((selector) => selector && !isThere(selector))
      .map((selector) => `${nameOf(policy)}: no pod has ${JSON.stringify(selector.matchLabels)}`);
  });
}

/** The labels of the pods that the Kubernetes operators of Kafka and MongoDB create. */
function operated(objects) {
  return [
    ...ofKind(objects, 'Kafka').map(({ metadata }) => ({ 'strimzi.io/cluster': metadata.name })),
    ...ofKind(objects, 'MongoDBCommunity').map(({ metadata }) => ({ app: `${metadata.name}-svc` })),
  ];
}
