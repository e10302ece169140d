import { type ServiceName, services } from '@keyhaven/contracts/platform/services';
import { callersOf, calleesOf } from './call-graph';
import { labels } from './labels';
import { indent, joined } from './text';

/**
 * Returns the network policy of a service. The callers of the service can connect to its API, and the service can
 * connect to the APIs of the services that it calls.
 * @param callsInternet whether the service can also connect to addresses on the internet.
 */
export function networkPolicy(name: ServiceName, callsInternet = false): string {
  const callers = callersOf(name);
  const isCalled = callers.length > 0;
  const egress = calleesOf(name).map((callee) => rule('to', [callee], services[callee].port));
  return `${joined(!isCalled, '# A component, such as ingress, allows clients to connect to this service.\n')}apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: ${name}
  labels:
${indent(4, labels(name))}spec:
  podSelector:
    matchLabels:
${indent(6, labels(name))}  policyTypes: [${joined(isCalled, 'Ingress, ')}Egress]
${joined(isCalled, `  ingress:\n${indent(4, rule('from', callers, services[name].port))}`)}  egress:
${indent(4, egress.join(''))}${joined(callsInternet, indent(4, internet))}`;
}

/**
 * Returns a rule of a network policy. It contains the number of the port, because not every network plugin supports
 * port names in rules for egress.
 */
function rule(side: 'from' | 'to', names: readonly ServiceName[], port: number): string {
  return `- ${side}:
${indent(4, names.map(peer).join(''))}  ports:
    - { protocol: TCP, port: ${port} }
`;
}

const peer = (name: ServiceName) => `- podSelector:
    matchLabels:
${indent(6, labels(name))}`;

/**
 * Address ranges that are not on the internet: the cluster, the metadata server of its cloud, and
 * other private networks.
 */
const privateRanges = {
  '0.0.0.0/0': [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '224.0.0.0/3',
  ],
  '::/0': ['64:ff9b::/96', 'fc00::/7', 'fe80::/10', 'ff00::/8'],
};

const internet = `# Addresses on the internet that customers choose, but none inside the cluster.
- to:
${Object.entries(privateRanges)
  .map(([cidr, except]) => indent(4, publicAddresses(cidr, except)))
  .join('')}  ports:
    - { protocol: TCP }
`;

function publicAddresses(cidr: string, except: string[]): string {
  return `- ipBlock:
    cidr: '${cidr}'
    except:
${except.map((range) => `      - '${range}'\n`).join('')}`;
}
