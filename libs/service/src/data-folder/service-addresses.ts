import type { DataServiceName } from '@keyhaven/contracts/platform/services';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { readJson, writeJson } from './data-folder';

const FILE = 'addresses.json';

/** The URL of each service that has operator routes. */
export type ServiceAddresses = Record<DataServiceName, string>;

/**
 * Stores the addresses of the services in the data folder, so that operators can call the services of a platform that
 * runs in one process. The ports are different after each start.
 */
export async function storeAddresses(folder: string, addresses: ServiceAddresses): Promise<void> {
  // Remove the old addresses first, because other programs may use them now. If the new addresses cannot be stored,
  // operators then find no addresses instead of wrong ones.
  await rm(path.join(folder, FILE), { force: true });
  await writeJson(folder, FILE, addresses);
}

/**
 * Reads the addresses that the latest start stored. Undefined if no platform has been started with this folder, or if
 * the addresses could not be stored.
 */
export function readAddresses(folder: string): Promise<ServiceAddresses | undefined> {
  return readJson<ServiceAddresses>(folder, FILE);
}
