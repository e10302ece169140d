/**
 * `demo` loads the demo data into a platform whose services run as separate processes. Like `npm
 * start`, it prints the URL and the credentials. A second run creates nothing twice, and prints the
 * same.
 */
import { type DataServiceName, dataServiceNames, urlSetting } from '@keyhaven/contracts/platform/services';
import { demoTarget, startDemo } from '@keyhaven/demo-data/first-start/prepare-demo';
import { tokenSignerFromFile } from '@keyhaven/service/auth/signer-from-file';
import { publicUrlSettings, readConfiguration, signerSettings } from '@keyhaven/service/configuration';
import { makeDataFolder } from '@keyhaven/service/data-folder/data-folder';
import { z } from 'zod';
import { standaloneSettings } from '../settings';

const settings = z.object({
  /**
   * KEYHAVEN_DEMO: whether to load the demo data. KEYHAVEN_DATA: the folder in which the progress
   * is stored. KEYHAVEN_LINK: whether to print a link for a new password.
   */
  ...standaloneSettings.pick({ KEYHAVEN_DEMO: true, KEYHAVEN_DATA: true, KEYHAVEN_LINK: true }).shape,
  /** The key of the issuer `operator`. */
  ...signerSettings.shape,
  ...publicUrlSettings.shape,
  /** The URL at which this program calls the gateway. The default is PUBLIC_URL. */
  GATEWAY_URL: z.url().optional(),
  ...(Object.fromEntries(dataServiceNames.map((name) => [urlSetting(name), z.url()])) as Record<
    ReturnType<typeof urlSetting<DataServiceName>>,
    z.ZodURL
  >),
});

async function main(): Promise<void> {
  if (process.env.KEYHAVEN_DEMO === 'off') {
    console.log('The demo is off (KEYHAVEN_DEMO).');
    return;
  }
  const all = readConfiguration(settings, process.env);
  const { KEYHAVEN_DATA: folder, PUBLIC_URL: url, GATEWAY_URL: gatewayUrl, KEYHAVEN_LINK } = all;
  await makeDataFolder(folder);
  const urls = Object.fromEntries(dataServiceNames.map((name) => [name, all[urlSetting(name)]]));
  const sign = await tokenSignerFromFile('operator', all.INTERNAL_SIGNING_KEY_FILE);
  await startDemo(demoTarget(urls, sign), folder, url, process.stdout, {
    printsLink: KEYHAVEN_LINK === 'on',
    gatewayUrl,
    end: 'The demo is ready.',
  });
}

// As the first process of a container, this program would ignore these signals if it did not handle
// them.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1));

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
