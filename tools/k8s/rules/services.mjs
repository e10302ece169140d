import { services } from '../../build/services.mjs';
import { canConnect, reachesAddress } from './connections.mjs';
import { find, ofKind } from './objects.mjs';

/** Examples of addresses on the internet. No overlay contains them. */
export const PUBLIC = ['203.0.113.9', '2001:db8:1::9'];
/** Examples of addresses in clusters, of cloud metadata servers, and in other private networks. */
export const PRIVATE = [
  '10.1.2.3',
  '100.64.1.2',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.1.2',
  '192.168.1.2',
  'fd00::1',
  'fe80::1',
];

const OPERATIONS_PORT_OFFSET = 1000;
const names = Object.keys(services);
const labelsOf = (objects, name) => find(objects, 'Deployment', name).spec.template.metadata.labels;
const apiOf = (name) => ({ name: 'api', number: services[name].port });
const operationsOf = (name) => ({ name: 'operations', number: services[name].port + OPERATIONS_PORT_OFFSET });

/** Checks that every service of services.json has all its objects, and that there is no other Deployment. */
export function serviceFaults(objects, { isScaled }) {
  const kindsOf = (name) => [
    ...['Deployment', 'Service', 'ServiceAccount', 'NetworkPolicy'],
    ...(isScaled ? ['PodDisruptionBudget'] : []),
    ...(isScaled && !(name === 'messaging' && hasVolume(objects)) ? ['HorizontalPodAutoscaler'] : []),
  ];
  const unknown = ofKind(objects, 'Deployment').filter(({ metadata }) => !names.includes(metadata.name));
  return [
    ...unknown.map(({ metadata }) => `${metadata.name} is not in services.json`),
    ...names.flatMap((name) =>
      kindsOf(name).flatMap((kind) => (find(objects, kind, name) ? [] : [`${name} has no ${kind}`])),
    ),
    ...names.filter((name) => find(objects, 'Deployment', name)).flatMap((name) => deploymentFaults(objects, name)),
  ];
}

/** Whether attachments are on a volume. If so, messaging has only one pod. */
const hasVolume = (objects) => find(objects, 'PersistentVolumeClaim', 'attachments') !== undefined;

function deploymentFaults(objects, name) {
  const { port, topic } = services[name];
  const { spec } = find(objects, 'Deployment', name).spec.template;
  const [container] = spec.containers;
  const [first] = spec.initContainers ?? [];
  const numbers = Object.fromEntries(container.ports.map((one) => [one.name, one.containerPort]));
  const settings = Object.assign({}, ...ofKind(objects, 'ConfigMap').map(({ data }) => data));
  const drain = container.lifecycle?.preStop?.sleep?.seconds ?? 0;
  const enough = drain + (2 * Number(settings.SHUTDOWN_MS ?? 20_000)) / 1000;
  return [
    container.args?.join() !== name && 'does not start its own program',
    numbers.api !== port && `has its API on ${numbers.api}, not ${port}`,
    numbers.operations !== port + OPERATIONS_PORT_OFFSET && 'has another operations port',
    find(objects, 'Service', name)?.spec.ports[0].port !== port && `has a Service with another port than ${port}`,
    first?.args?.join(' ') !== `wait-for-schema ${name}` && 'does not wait for its schema',
    ...waitFaults(first, topic !== null),
    drain < 5 && 'gets SIGTERM while it still gets requests',
    !(spec.terminationGracePeriodSeconds > enough) && `is killed before it has ended, which may take ${enough} s`,
  ]
    .filter(Boolean)
    .map((fault) => `${name} ${fault}`);
}

/**
 * Checks the init container of a service. If the service stores data, the container waits for the
 * schema and needs the address of the database. Otherwise it waits for identity, and must not have
 * that address.
 */
function waitFaults(container, storesData) {
  const hasDatabase = container?.env?.some(({ name }) => name === 'MONGODB_URI') ?? false;
  const hasSettings = container?.envFrom?.some(({ configMapRef }) => configMapRef !== undefined) ?? false;
  return [
    hasDatabase !== storesData && `${storesData ? 'waits without' : 'waits with'} the address of a database`,
    !storesData && !hasSettings && 'waits without the address of identity',
  ];
}

/**
 * Checks that each service can connect to the services that it calls, and to nothing else in this
 * namespace.
 * @param calls the calls between services, as [caller, callee] pairs.
 */
export function connectionFaults(objects, calls) {
  const present = names.filter((name) => find(objects, 'Deployment', name));
  const isCall = (from, to) => calls.some(([caller, callee]) => caller === from && callee === to);
  const between = present.flatMap((from) =>
    present
      .filter((to) => to !== from)
      .flatMap((to) => {
        const pair = { from: labelsOf(objects, from), to: labelsOf(objects, to) };
        const isOpen = canConnect(objects, { ...pair, port: apiOf(to) });
        const isOperated = canConnect(objects, { ...pair, port: operationsOf(to) });
        return [
          isOpen && !isCall(from, to) && `${from} reaches ${to}, which it does not call`,
          !isOpen && isCall(from, to) && `${from} calls ${to}, but does not reach it`,
          isOperated && `${from} reaches the operations port of ${to}`,
        ].filter(Boolean);
      }),
  );
  return [...between, ...otherPodFaults(objects), ...present.flatMap((name) => outsideFaults(objects, name))];
}

/** Checks that a pod without its own policy cannot connect to anything, and that nothing can connect to it. */
function otherPodFaults(objects) {
  const other = { other: 'pod' };
  const port = { name: 'http', number: 80 };
  return [
    PUBLIC.some((address) => reachesAddress(objects, other, address, port)) &&
      'any pod of the namespace reaches the internet',
    canConnect(objects, { namespace: other, to: other, port }) && 'any pod of the namespace is reached by others',
  ].filter(Boolean);
}

/** The services that connect to addresses that customers choose. */
export const CALL_INTERNET = ['webhook', 'messaging'];

function outsideFaults(objects, name) {
  const labels = labelsOf(objects, name);
  const [api, operations] = [apiOf(name), operationsOf(name)];
  const reaches = (addresses) => addresses.some((address) => reachesAddress(objects, labels, address, { number: 443 }));
  const isReached = (namespace, port) => canConnect(objects, { namespace, to: labels, port });
  return [
    reaches(PUBLIC) !== CALL_INTERNET.includes(name) &&
      `${name} ${reaches(PUBLIC) ? 'reaches' : 'does not reach'} the internet`,
    reaches(PRIVATE) && `${name} reaches private addresses`,
    isReached({ other: 'namespace' }, api) && `every namespace reaches ${name}`,
    isReached({ other: 'namespace' }, operations) && `every namespace reaches the operations port of ${name}`,
    !isReached({ 'keyhaven.dev/metrics': 'true' }, operations) && `Prometheus does not reach ${name}`,
  ].filter(Boolean);
}

/** Checks that only the gateway can be reached from outside, and only if the overlay has an Ingress or an HTTPRoute. */
export function entranceFaults(objects) {
  const ingress = { 'keyhaven.dev/ingress': 'true' };
  const isExposed = ['Ingress', 'HTTPRoute'].some((kind) => ofKind(objects, kind).length > 0);
  return names
    .filter((name) => find(objects, 'Deployment', name))
    .filter(
      (name) =>
        canConnect(objects, { namespace: ingress, to: labelsOf(objects, name), port: apiOf(name) }) !==
        (isExposed && name === 'gateway'),
    )
    .map((name) => `clients ${name === 'gateway' ? 'do not reach' : 'reach'} ${name}`);
}
