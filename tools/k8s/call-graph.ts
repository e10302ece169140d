import { dataServiceNames, type ServiceName, serviceNames } from '@keyhaven/contracts/platform/services';
import type { ServiceDefinition } from '@keyhaven/service/service-definition';
// The standalone app is the only place that lists the definitions of all services.
import { definitions } from '@keyhaven/standalone/services';

/**
 * Returns the services that a service calls. The gateway forwards requests to all other services. The portal reads from
 * all services that store data.
 */
export function calleesOf(name: ServiceName): ServiceName[] {
  if (name === 'gateway') return serviceNames.filter((other) => other !== 'gateway');
  if (name === 'portal') return dataServiceNames;
  const { peers = [] }: ServiceDefinition = definitions[name];
  return serviceNames.filter((other) => peers.includes(other));
}

export function callersOf(name: ServiceName): ServiceName[] {
  return serviceNames.filter((other) => calleesOf(other).includes(name));
}
