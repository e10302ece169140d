/**
 * Calls an operator route of a service, and prints the response: `operator METHOD SERVICE PATH [JSON]` in the image.
 * The token is signed with the operator's key (INTERNAL_SIGNING_KEY_FILE). The address of the service is the setting
 * <SERVICE>_URL.
 */
import { dataServiceNames, urlSetting } from '@keyhaven/contracts/platform/services';
import { tokenSignerFromFile } from '@keyhaven/service/auth/signer-from-file';
import { readConfiguration, signerSettings } from '@keyhaven/service/configuration';
import { z } from 'zod';

async function main([method, service, path, json]: string[]): Promise<void> {
  const name = dataServiceNames.find((known) => known === service);
  if (!method || !name || !path) {
    throw new Error(`usage: operator METHOD SERVICE PATH [JSON]; the services are ${dataServiceNames.join(', ')}`);
  }
  const url = readConfiguration(z.object({ [urlSetting(name)]: z.url() }), process.env)[urlSetting(name)];
  const { INTERNAL_SIGNING_KEY_FILE: key } = readConfiguration(signerSettings, process.env);
  const sign = await tokenSignerFromFile('operator', key);
  const response = await fetch(new URL(path, url), {
    method,
    headers: {
      authorization: `Bearer ${await sign({ audience: name, scope: 'service' })}`,
      'content-type': 'application/json',
    },
    body: json,
  });
  console.log(await response.text());
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}`);
}

main(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
