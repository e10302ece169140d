import { dataServiceNames, urlSetting } from '@keyhaven/contracts/platform/services';
import { commonSettings, publicUrlSettings, signerSettings, verifierSettings } from '@keyhaven/service/configuration';
import { z } from 'zod';

const serviceUrl = z.url({ protocol: /^https?$/, error: 'expected an address that begins with http:// or https://' });

/**
 * The settings of the pages, without the URLs of services. Also used when the whole platform runs
 * in one process.
 */
export const pageSettings = z.object({
  ...publicUrlSettings.shape,
  /**
   * The secret that signs the tokens in forms, and encrypts new secrets in cookies. It must be the same for all
   * processes of the portal.
   */
  PORTAL_SECRET: z.string().min(32, { error: 'expected at least 32 characters' }),
});
export type PageSettings = z.output<typeof pageSettings>;

/** All settings of the portal when it runs as a separate process. */
export const portalSettings = commonSettings.extend({
  ...signerSettings.shape,
  ...verifierSettings.shape,
  ...pageSettings.shape,
  ...(Object.fromEntries(dataServiceNames.map((name) => [urlSetting(name), serviceUrl])) as Record<
    ReturnType<typeof urlSetting<(typeof dataServiceNames)[number]>>,
    typeof serviceUrl
  >),
});
