/**
 * Calls an operator route of a service, and prints the response: `npm run -s operator -- METHOD SERVICE PATH [JSON]`, and
 * `operator METHOD SERVICE PATH [JSON]` in the image.
 *
 * If the setting <SERVICE>_URL is the address of the service, the token is signed with the key in
 * INTERNAL_SIGNING_KEY_FILE. Without this setting, the program calls the platform that runs in one process, whose
 * addresses and keys are in KEYHAVEN_DATA.
 */
import path from 'node:path';
import { type DataServiceName, dataServiceNames, urlSetting } from '@keyhaven/contracts/platform/services';
import { tokenSignerFromFile } from '@keyhaven/service/auth/signer-from-file';
import type { TokenSigner } from '@keyhaven/service/auth/token-signer';
import { readConfiguration, signerSettings } from '@keyhaven/service/configuration';
import { readAddresses } from '@keyhaven/service/data-folder/service-addresses';
import { findSigner } from '@keyhaven/service/data-folder/stored-keys';
import { z } from 'zod';

const folderSettings = z.object({ KEYHAVEN_DATA: z.string().min(1).default('.keyhaven') });

async function main([method, service, route, json]: string[]): Promise<void> {
  const name = dataServiceNames.find((known) => known === service);
  if (!method || !name || !route) {
    throw new Error(`usage: operator METHOD SERVICE PATH [JSON]; the services are ${dataServiceNames.join(', ')}`);
  }
  const { url, sign } = await findService(name);
  const authorization = `Bearer ${await sign({ audience: name, scope: 'service' })}`;
  const headers = { authorization, 'content-type': 'application/json' };
  const response = await fetch(new URL(route, url), { method, headers, body: json }).catch((error: Error) => {
    const reason = error.cause instanceof Error ? error.cause.message : error.message;
    throw new Error(`${name} at ${url} does not answer (${reason}); is the platform running?`);
  });
  console.log(await response.text());
  if (!response.ok) throw new Error(`${method} ${route} answered ${response.status}`);
}

/** The address of a service, and the operator's token signer. */
interface OperatedService {
  url: string;
  sign: TokenSigner;
}

async function findService(name: DataServiceName): Promise<OperatedService> {
  const setting = urlSetting(name);
  const url = readConfiguration(z.object({ [setting]: z.url().optional() }), process.env)[setting];
  if (url === undefined) return findInDataFolder(name);
  const { INTERNAL_SIGNING_KEY_FILE } = readConfiguration(signerSettings, process.env);
  return { url, sign: await tokenSignerFromFile('operator', INTERNAL_SIGNING_KEY_FILE) };
}

/** @throws Error that names the settings, if the data folder has no addresses or no key. */
async function findInDataFolder(name: DataServiceName): Promise<OperatedService> {
  const { KEYHAVEN_DATA } = readConfiguration(folderSettings, process.env);
  const folder = path.resolve(KEYHAVEN_DATA);
  const [addresses, sign] = await Promise.all([readAddresses(folder), findSigner(folder, 'operator')]);
  if (addresses && sign) return { url: addresses[name], sign };
  throw new Error(
    `the data folder ${folder} has no addresses: no platform was started with it, or they could not be stored; ` +
      `set KEYHAVEN_DATA to the data folder of the platform, or ${urlSetting(name)} to the address of the service`,
  );
}

main(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
