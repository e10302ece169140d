import { bookingPublicContract } from '@keyhaven/contracts/booking/public-contract';
import { feesPublicContract } from '@keyhaven/contracts/fees/public-contract';
import { financePublicContract } from '@keyhaven/contracts/finance/public-contract';
import { identityPublicContract } from '@keyhaven/contracts/identity/public-contract';
import { messagingPublicContract } from '@keyhaven/contracts/messaging/public-contract';
import { pricingPublicContract } from '@keyhaven/contracts/pricing/public-contract';
import { webhookPublicContract } from '@keyhaven/contracts/webhook/public-contract';
import type { AppRoute } from '@keyhaven/contracts/platform/ts-rest';
import type { z } from 'zod';

/** All public routes by name, except those of the portal. */
export const publicRoutes = {
  ...bookingPublicContract,
  ...feesPublicContract,
  ...financePublicContract,
  ...identityPublicContract,
  ...messagingPublicContract,
  ...pricingPublicContract,
  ...webhookPublicContract,
} satisfies Record<string, AppRoute>;

export type OperationId = keyof typeof publicRoutes;

/** The body of a successful response. */
export type SuccessBody<Operation extends OperationId> = 200 extends keyof (typeof publicRoutes)[Operation]['responses']
  ? z.output<Extract<(typeof publicRoutes)[Operation]['responses'][200], z.ZodType>>
  : undefined;

export function routeOf(operation: OperationId): AppRoute {
  return publicRoutes[operation];
}
