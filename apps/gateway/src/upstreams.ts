import { bookingPublicContract } from '@keyhaven/contracts/booking/public-contract';
import { feesPublicContract } from '@keyhaven/contracts/fees/public-contract';
import { financePublicContract } from '@keyhaven/contracts/finance/public-contract';
import { identityPublicContract } from '@keyhaven/contracts/identity/public-contract';
import { messagingPublicContract } from '@keyhaven/contracts/messaging/public-contract';
import { pricingPublicContract } from '@keyhaven/contracts/pricing/public-contract';
import { webhookPublicContract } from '@keyhaven/contracts/webhook/public-contract';
import type { AppRoute } from '@ts-rest/core';

/** A service behind the gateway: the setting with its address, and what the gateway routes to it. */
export interface Upstream {
  setting: `${string}_URL`;
  contract: Record<string, AppRoute>;
}

/** The services behind the gateway. The names are also the audiences of the tokens for them. */
export const upstreams = {
  identity: { setting: 'IDENTITY_URL', contract: identityPublicContract },
  booking: { setting: 'BOOKING_URL', contract: bookingPublicContract },
  fees: { setting: 'FEES_URL', contract: feesPublicContract },
  finance: { setting: 'FINANCE_URL', contract: financePublicContract },
  messaging: { setting: 'MESSAGING_URL', contract: messagingPublicContract },
  pricing: { setting: 'PRICING_URL', contract: pricingPublicContract },
  webhook: { setting: 'WEBHOOK_URL', contract: webhookPublicContract },
} as const satisfies Record<string, Upstream>;

export type UpstreamName = keyof typeof upstreams;
export type UpstreamUrls = Record<UpstreamName, string>;

/** Spellings of a path's beginning that clients use beside the contract's own. */
export const pathAliases: Readonly<Record<string, string>> = {
  '/v2/listingsites': '/v2/listing_sites',
  '/v1.1/quotes': '/v1/quotes',
  '/api/quotes': '/v1/quotes',
  '/v1.1/surcharges': '/v1/surcharges',
  '/api/surcharges': '/v1/surcharges',
};
