import list from './services.json';

/**
 * Every service of the platform, from services.json: the port of its API and the topic of its events (null only for the
 * gateway). The name of a service is also its folder in apps/, and the issuer and audience of its tokens. Build, lint,
 * tests and the programs that start processes read the same file.
 */
export const services = list;

export type ServiceName = keyof typeof services;

/** A service that stores data and publishes events: all but the gateway. */
export type DataServiceName = {
  [Name in ServiceName]: (typeof services)[Name]['topic'] extends string ? Name : never;
}[ServiceName];

export const serviceNames = Object.keys(services) as ServiceName[];

const keepsData = (name: ServiceName): name is DataServiceName => services[name].topic !== null;
export const dataServiceNames = serviceNames.filter(keepsData);

/** The prefix of a database's name; the rest is the name of the service. */
export const DATABASE_PREFIX = 'keyhaven_';

/** The operations port is the port of the API plus this, unless OPERATIONS_PORT is set. */
export const OPERATIONS_PORT_OFFSET = 1000;

/** The name of the setting with the address of a service, for its callers. */
export function urlSetting<Name extends string>(service: Name): `${Uppercase<Name>}_URL` {
  return `${service.toUpperCase() as Uppercase<Name>}_URL`;
}
