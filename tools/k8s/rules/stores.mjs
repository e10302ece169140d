import { services } from '../../build/services.mjs';
import { reachesAddress, reachesNamespace } from './connections.mjs';
import { find, isSelected, ofKind, podTemplateOf } from './objects.mjs';
import { CALL_INTERNET, PRIVATE, PUBLIC } from './services.mjs';

const PORTS = { MongoDB: 27017, Kafka: 9092 };
const storesData = (name) => services[name].topic !== null;

/**
 * Checks that the services that store data can connect to MongoDB and Kafka at the addresses in the
 * overlay, and that no pod can connect to the ports of MongoDB and Kafka at other addresses.
 * @param isDecided whether the objects contain the addresses of MongoDB and Kafka: true for an
 * overlay, false for the base.
 */
export function storeFaults(objects, { isDecided }) {
  const names = Object.keys(services).filter((name) => find(objects, 'Deployment', name));
  return Object.entries(PORTS).flatMap(([store, port]) =>
    names.flatMap((name) => {
      const labels = podTemplateOf(find(objects, 'Deployment', name)).metadata.labels;
      // Services that deliver webhooks or fetch images of messages may connect to any port on the internet.
      const others = CALL_INTERNET.includes(name) ? PRIVATE : [...PUBLIC, ...PRIVATE];
      const isAnywhere =
        others.some((address) => reachesAddress(objects, labels, address, { number: port })) ||
        reachesNamespace(objects, labels, { other: 'namespace' }, { number: port });
      const isAllowed = hasRuleFor(objects, labels, port);
      return [
        isAnywhere && `${name} reaches the port of ${store} anywhere`,
        isDecided && isAllowed !== storesData(name) && `${name} ${isAllowed ? 'reaches' : 'does not reach'} ${store}`,
      ].filter(Boolean);
    }),
  );
}

/** Whether a policy allows connections to the port by its number, regardless of the address. */
function hasRuleFor(objects, labels, number) {
  return ofKind(objects, 'NetworkPolicy')
    .filter(({ spec }) => spec.policyTypes.includes('Egress') && isSelected(labels, spec.podSelector))
    .some(({ spec }) => (spec.egress ?? []).some(({ ports = [] }) => ports.some(({ port }) => port === number)));
}
