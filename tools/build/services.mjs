// The list of services, for programs that run without a TypeScript loader. libs/contracts/src/platform/services.ts is
// the typed version.
import { readFileSync } from 'node:fs';

const file = new URL('../../libs/contracts/src/platform/services.json', import.meta.url);

/** @type {Record<string, { port: number, topic: string | null }>} */
export const services = JSON.parse(readFileSync(file, 'utf8'));
export const serviceNames = Object.keys(services);
/** The services that store data: all but the gateway and the portal. */
export const dataServiceNames = serviceNames.filter((name) => services[name].topic !== null);
