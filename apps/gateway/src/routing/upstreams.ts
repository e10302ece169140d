import { bookingPublicContract } from '@keyhaven/contracts/booking/public-contract';
import { feesPublicContract } from '@keyhaven/contracts/fees/public-contract';
import { financePublicContract } from '@keyhaven/contracts/finance/public-contract';
import { identityPublicContract } from '@keyhaven/contracts/identity/public-contract';
import { messagingPublicContract } from '@keyhaven/contracts/messaging/public-contract';
import { type DataServiceName, dataServiceNames } from '@keyhaven/contracts/platform/services';
import { portalPublicContract } from '@keyhaven/contracts/portal/public-contract';
import { pricingPublicContract } from '@keyhaven/contracts/pricing/public-contract';
import { webhookPublicContract } from '@keyhaven/contracts/webhook/public-contract';
import type { AppRoute } from '@keyhaven/contracts/platform/ts-rest';

/** The services behind the gateway, with the routes that the gateway forwards to each. */
export const upstreams = {
  identity: identityPublicContract,
  booking: bookingPublicContract,
  fees: feesPublicContract,
  finance: financePublicContract,
  messaging: messagingPublicContract,
  pricing: pricingPublicContract,
  webhook: webhookPublicContract,
  portal: portalPublicContract,
} as const satisfies Record<UpstreamName, Record<string, AppRoute>>;

export type UpstreamName = DataServiceName | 'portal';
export const upstreamNames: readonly UpstreamName[] = [...dataServiceNames, 'portal'];
export type UpstreamUrls = Record<UpstreamName, string>;

/** Path prefixes that some clients use, and the prefixes of the contract that replace them. */
export const pathAliases: Readonly<Record<string, string>> = {
  '/v2/listingsites': '/v2/listing_sites',
  ...Object.fromEntries(
    ['bookings', 'properties', 'quotes', 'surcharges', 'users'].flatMap((resource) =>
      ['v1.1', 'api'].map((prefix) => [`/${prefix}/${resource}`, `/v1/${resource}`]),
    ),
  ),
};
