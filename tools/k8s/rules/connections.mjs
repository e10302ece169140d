import { isSelected, ofKind } from './objects.mjs';

/**
 * Whether the network policies let a pod connect to another one, as Kubernetes decides: a direction is open if no policy
 * selects the pod for it, or if one of those that do has a rule that matches.
 * @param from the labels of the pod that connects; undefined if it is in another namespace.
 * @param namespace the labels of its namespace, if it is another one.
 * @param port the name and number of the port of the other pod.
 */
export function canConnect(objects, { from, namespace, to, port }) {
  const policies = ofKind(objects, 'NetworkPolicy');
  const leaves = from === undefined || isOpen(policies, 'Egress', from, { labels: to }, port);
  return leaves && isOpen(policies, 'Ingress', to, { labels: from, namespace }, port);
}

/** Whether a pod may connect to an address outside the cluster's networks, or to one inside. */
export function reachesAddress(objects, labels, { isPublic }, port) {
  return isOpen(ofKind(objects, 'NetworkPolicy'), 'Egress', labels, { isAddress: true, isPublic }, port);
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

function isPeer({ podSelector, namespaceSelector, ipBlock }, { labels, namespace, isAddress, isPublic }) {
  if (isAddress) return ipBlock !== undefined && (isPublic || !excludesPrivate(ipBlock));
  if (ipBlock) return false;
  if (namespaceSelector) return namespace !== undefined && isSelected(namespace, namespaceSelector);
  return namespace === undefined && isSelected(labels, podSelector);
}

/** The ranges of clusters and of the metadata of clouds. */
const PRIVATE = {
  '0.0.0.0/0': ['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'],
  '::/0': ['fc00::/7', 'fe80::/10'],
};
const excludesPrivate = ({ cidr, except = [] }) => PRIVATE[cidr]?.every((range) => except.includes(range)) ?? false;

const isPort = ({ protocol = 'TCP', port }, wanted) =>
  protocol === 'TCP' && (port === undefined || port === wanted.name || port === wanted.number);
