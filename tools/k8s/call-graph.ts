import { dataServiceNames, type ServiceName, serviceNames } from '@keyhaven/contracts/platform/services';
import type { ServiceDefinition } from '@keyhaven/service/service-definition';
// The standalone app is the only place that lists the definitions of all services.
import { definitions } from '@keyhaven/standalone/services';

/** The services that a service calls. The gateway forwards to all others, and the portal reads from all that store data. */
export function calleesOf(name: ServiceName): ServiceName[] {
  if (name === 'gateway') return serviceNames.filter((other) => other !== 'gateway');
  if (name === 'portal') return dataServiceNames;
  const { peers = [] }: ServiceDefinition = definitions[name];
  return serviceNames.filter((other) => peers.includes(other));
}

export function callersOf(name: ServiceName): ServiceName[] {
  return serviceNames.filter((other) => calleesOf(other).includes(name));
}
