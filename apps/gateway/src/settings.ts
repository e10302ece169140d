import { dataServiceNames, urlSetting } from '@keyhaven/contracts/platform/services';
import { commonSettings, signerSettings } from '@keyhaven/service/configuration';
import { z } from 'zod';
import type { UpstreamName } from './upstreams';

const serviceUrl = z.url({ protocol: /^https?$/, error: 'expected an address that begins with http:// or https://' });
/** The address of each service behind the gateway. */
const urlSettings = Object.fromEntries(dataServiceNames.map((name) => [urlSetting(name), serviceUrl])) as Record<
  ReturnType<typeof urlSetting<UpstreamName>>,
  typeof serviceUrl
>;

/**
 * The settings of the gateway without the addresses of services, for a process of its own and for the platform in one
 * process.
 */
export const gatewayLimits = z.object({
  /** How many requests an account may send in a minute. */
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).max(10_000_000).default(6000),
  /** How many different bad credentials an address may send in a minute. */
  FAILED_CREDENTIALS_PER_MINUTE: z.coerce.number().int().min(1).max(1_000_000).default(60),
  /** The pause between checks of unknown credentials from an address beyond that limit, in milliseconds. */
  FAILED_CREDENTIALS_PACE_MS: z.coerce.number().int().min(0).max(10_000).default(250),
  /** How long both the service and the client may be silent, in milliseconds; longer than REQUEST_DEADLINE_MS. */
  UPSTREAM_TIMEOUT_MS: z.coerce.number().int().min(1).max(600_000).default(35_000),
  /** Where programs in browsers may come from, separated by commas; * for anywhere. */
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

/** All settings of the gateway in a process of its own. */
export const gatewaySettings = commonSettings.extend({
  ...signerSettings.shape,
  ...urlSettings,
  ...gatewayLimits.shape,
  /** How long after its arrival at the gateway a request may still begin to write, in milliseconds. */
  REQUEST_DEADLINE_MS: z.coerce.number().int().min(100).max(300_000).default(30_000),
});
