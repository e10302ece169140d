import net from 'node:net';
import { isSelected, ofKind } from './objects.mjs';

/**
 * Whether the network policies allow a pod to connect to another pod. As in Kubernetes, a direction (egress or ingress)
 * is open for a pod if no policy for this direction selects the pod, or if a policy that selects it has a matching
 * rule.
 * @param from the labels of the pod that connects; undefined if it is in another namespace.
 * @param namespace the labels of that other namespace.
 * @param port the name and number of the port of the other pod.
 */
export function canConnect(objects, { from, namespace, to, port }) {
  const policies = ofKind(objects, 'NetworkPolicy');
  const leaves = from === undefined || isOpen(policies, 'Egress', from, { labels: to }, port);
  return leaves && isOpen(policies, 'Ingress', to, { labels: from, namespace }, port);
}

/** Whether a pod may connect to an IP address. */
export function reachesAddress(objects, labels, address, port) {
  return isOpen(ofKind(objects, 'NetworkPolicy'), 'Egress', labels, { address }, port);
}

/** Whether a pod may connect to all pods of another namespace. */
export function reachesNamespace(objects, labels, namespace, port) {
  return isOpen(ofKind(objects, 'NetworkPolicy'), 'Egress', labels, { labels: {}, namespace }, port);
}

function isOpen(policies, direction, labels, peer, port) {
  const [rules, side] = direction === 'Ingress' ? ['ingress', 'from'] : ['egress', 'to'];
  const selecting = policies.filter(
    ({ spec }) => spec.policyTypes.includes(direction) && isSelected(labels, spec.podSelector),
  );
  if (selecting.length === 0) return true;
  return selecting.some(({ spec }) =>
    (spec[rules] ?? []).some(
      (rule) =>
        (rule[side] === undefined || rule[side].some((allowed) => isPeer(allowed, peer))) &&
        (rule.ports === undefined || rule.ports.some((allowed) => isPort(allowed, port))),
    ),
  );
}

function isPeer({ podSelector, namespaceSelector, ipBlock }, { labels, namespace, address }) {
  if (address !== undefined) return ipBlock !== undefined && isInBlock(ipBlock, address);
  if (ipBlock) return false;
  if (namespaceSelector) return namespace !== undefined && isSelected(namespace, namespaceSelector);
  return namespace === undefined && isSelected(labels, podSelector);
}

const isInBlock = ({ cidr, except = [] }, address) =>
  contains(cidr, address) && !except.some((range) => contains(range, address));

function contains(cidr, address) {
  const [network, bits] = cidr.split('/');
  const list = new net.BlockList();
  list.addSubnet(network, Number(bits), familyOf(network));
  return familyOf(network) === familyOf(address) && list.check(address, familyOf(address));
}

const familyOf = (address) => (net.isIPv6(address) ? 'ipv6' : 'ipv4');

const isPort = ({ protocol = 'TCP', port }, wanted) =>
  protocol === 'TCP' && (port === undefined || port === wanted.name || port === wanted.number);
