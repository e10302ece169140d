import type { DataServiceName } from '@keyhaven/contracts/platform/services';
import { readJson, writeJson } from './data-folder';

const FILE = 'addresses.json';

/** The URL of each service that has operator routes. */
export type ServiceAddresses = Record<DataServiceName, string>;

/**
 * Stores the addresses of the services in the data folder, so that operators can call services that run in one process.
 * The ports are different after each start.
 */
export function storeAddresses(folder: string, addresses: ServiceAddresses): Promise<void> {
  return writeJson(folder, FILE, addresses);
}

/** Reads the addresses that the latest start stored. Undefined if no platform has been started with this folder. */
export function readAddresses(folder: string): Promise<ServiceAddresses | undefined> {
  return readJson<ServiceAddresses>(folder, FILE);
}
