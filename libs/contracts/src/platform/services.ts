import list from './services.json';

/**
 * Every service of the platform with the port of its API and the topic of its events. The topic is
 * null for the gateway and the portal. The name of a service is also its folder in apps/, and the
 * issuer and audience of its tokens. Build, lint, tests and the programs that start processes read
 * the same services.json.
 */
export const services = list;

export type ServiceName = keyof typeof services;

/** A service that stores data and publishes events: all but the gateway and the portal. */
export type DataServiceName = {
  [Name in ServiceName]: (typeof services)[Name]['topic'] extends string ? Name : never;
}[ServiceName];

export const serviceNames = Object.keys(services) as ServiceName[];

const storesData = (name: ServiceName): name is DataServiceName => services[name].topic !== null;
export const dataServiceNames = serviceNames.filter(storesData);

/** The prefix of database names. The name of the service follows it. */
export const DATABASE_PREFIX = 'keyhaven_';

/** The operations port is the API port plus this offset, unless OPERATIONS_PORT is set. */
export const OPERATIONS_PORT_OFFSET = 1000;

/** Returns the name of the setting that holds the address of a service. */
export function urlSetting<Name extends string>(service: Name): `${Uppercase<Name>}_URL` {
  return `${service.toUpperCase() as Uppercase<Name>}_URL`;
}
