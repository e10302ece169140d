import { type DataServiceName, dataServiceNames, services, urlSetting } from '@keyhaven/contracts/platform/services';
import { commonSettings, publicUrlSettings, signerSettings } from '@keyhaven/service/configuration';
import { z } from 'zod';

const serviceUrl = z.url({ protocol: /^https?$/, error: 'expected an address that begins with http:// or https://' });
/** The URL of each service behind the gateway. */
const urlSettings = Object.fromEntries(dataServiceNames.map((name) => [urlSetting(name), serviceUrl])) as Record<
  ReturnType<typeof urlSetting<DataServiceName>>,
  typeof serviceUrl
>;

/**
 * The settings of the gateway except the URLs of the services. They apply both to a separate gateway process and to the
 * platform in one process.
 */
export const gatewayLimits = z.object({
  ...publicUrlSettings.shape,
  /** How many requests an account may send per minute. */
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).max(10_000_000).default(6000),
  /** How many different invalid credentials an address may send per minute. */
  FAILED_CREDENTIALS_PER_MINUTE: z.coerce.number().int().min(1).max(1_000_000).default(60),
  /**
   * The pause between checks of unknown credentials from an address that exceeded
   * FAILED_CREDENTIALS_PER_MINUTE, in milliseconds.
   */
  FAILED_CREDENTIALS_PACE_MS: z.coerce.number().int().min(0).max(10_000).default(250),
  /**
   * The maximum time in which neither the service nor the client sends a byte, in milliseconds. It must be longer than
   * REQUEST_DEADLINE_MS.
   */
  UPSTREAM_TIMEOUT_MS: z.coerce.number().int().min(1).max(600_000).default(35_000),
  /** The allowed origins of scripts in browsers, separated by commas; * allows all. */
  CORS_ORIGINS: z
    .string()
    .default('*')
    .transform((list) =>
      list
        .split(',')
        .map((origin) => origin.trim())
        .filter((origin) => origin !== ''),
    ),
  /** The number of proxies in front of the gateway that add the client's address to X-Forwarded-For. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
});
export type GatewayLimits = z.output<typeof gatewayLimits>;

/** The settings of a separate gateway process. */
export const gatewaySettings = commonSettings
  .extend({
    ...signerSettings.shape,
    ...urlSettings,
    PORTAL_URL: serviceUrl.default(`http://127.0.0.1:${services.portal.port}`),
    ...gatewayLimits.shape,
    /**
     * The maximum time from the arrival of a request at the gateway to the beginning of its write in a service, in
     * milliseconds.
     */
    REQUEST_DEADLINE_MS: z.coerce.number().int().min(100).max(300_000).default(30_000),
  })
  // Compare the two times even if other settings are wrong, so that all faults are reported together.
  .superRefine(addDeadlineFault, { when: () => true });

/**
 * Reports a timeout that ends before the deadline: the gateway would answer before the service does, and the service
 * could still write after this answer.
 */
function addDeadlineFault(
  settings: Partial<Record<'UPSTREAM_TIMEOUT_MS' | 'REQUEST_DEADLINE_MS', number>>,
  context: z.RefinementCtx,
): void {
  const { UPSTREAM_TIMEOUT_MS, REQUEST_DEADLINE_MS } = settings;
  if (!UPSTREAM_TIMEOUT_MS || !REQUEST_DEADLINE_MS || UPSTREAM_TIMEOUT_MS > REQUEST_DEADLINE_MS) return;
  const message = `${UPSTREAM_TIMEOUT_MS} must be greater than REQUEST_DEADLINE_MS, which is ${REQUEST_DEADLINE_MS}`;
  context.addIssue({ code: 'custom', path: ['UPSTREAM_TIMEOUT_MS'], message });
}
