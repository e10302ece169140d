import { bookingPublicContract } from '@keyhaven/contracts/booking/public-contract';
import { feesPublicContract } from '@keyhaven/contracts/fees/public-contract';
import { financePublicContract } from '@keyhaven/contracts/finance/public-contract';
import { identityPublicContract } from '@keyhaven/contracts/identity/public-contract';
import { messagingPublicContract } from '@keyhaven/contracts/messaging/public-contract';
import { pricingPublicContract } from '@keyhaven/contracts/pricing/public-contract';
import { webhookPublicContract } from '@keyhaven/contracts/webhook/public-contract';

/**
 * All public routes, by the name of the operation. HTML pages are left out, because programs do not
 * call them.
 */
export const publicRoutes = {
  ...identityPublicContract,
  ...bookingPublicContract,
  ...pricingPublicContract,
  ...feesPublicContract,
  ...financePublicContract,
  ...messagingPublicContract,
  ...webhookPublicContract,
};
export type PublicRoutes = typeof publicRoutes;
