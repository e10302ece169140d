import { bookingPublicContract } from '@keyhaven/contracts/booking/public-contract';
import { feesPublicContract } from '@keyhaven/contracts/fees/public-contract';
import { financePublicContract } from '@keyhaven/contracts/finance/public-contract';
import { identityPublicContract } from '@keyhaven/contracts/identity/public-contract';
import { messagingPublicContract } from '@keyhaven/contracts/messaging/public-contract';
import type { DataServiceName } from '@keyhaven/contracts/platform/services';
import { pricingPublicContract } from '@keyhaven/contracts/pricing/public-contract';
import { webhookPublicContract } from '@keyhaven/contracts/webhook/public-contract';
import type { AppRoute } from '@ts-rest/core';

/** The services behind the gateway, each with the routes that the gateway forwards to it. */
export const upstreams = {
  identity: identityPublicContract,
  booking: bookingPublicContract,
  fees: feesPublicContract,
  finance: financePublicContract,
  messaging: messagingPublicContract,
  pricing: pricingPublicContract,
  webhook: webhookPublicContract,
} as const satisfies Record<DataServiceName, Record<string, AppRoute>>;

export type UpstreamName = DataServiceName;
export type UpstreamUrls = Record<UpstreamName, string>;

/** Other spellings of path prefixes that clients use in addition to the contract's. */
export const pathAliases: Readonly<Record<string, string>> = {
  '/v2/listingsites': '/v2/listing_sites',
  '/v1.1/quotes': '/v1/quotes',
  '/api/quotes': '/v1/quotes',
  '/v1.1/surcharges': '/v1/surcharges',
  '/api/surcharges': '/v1/surcharges',
};
