import { bookingImportContract } from '@keyhaven/contracts/booking/import-contract';
import { bookingInternalContract } from '@keyhaven/contracts/booking/internal-contract';
import { bookingOperatorContract } from '@keyhaven/contracts/booking/operator-contract';
import { bookingPublicContract } from '@keyhaven/contracts/booking/public-contract';
import { feesInternalContract } from '@keyhaven/contracts/fees/internal-contract';
import { feesOperatorContract } from '@keyhaven/contracts/fees/operator-contract';
import { feesPublicContract } from '@keyhaven/contracts/fees/public-contract';
import { financeImportContract } from '@keyhaven/contracts/finance/import-contract';
import { financeInternalContract } from '@keyhaven/contracts/finance/internal-contract';
import { financeOperatorContract } from '@keyhaven/contracts/finance/operator-contract';
import { financePublicContract } from '@keyhaven/contracts/finance/public-contract';
import { identityInternalContract } from '@keyhaven/contracts/identity/internal-contract';
import { identityOperatorContract } from '@keyhaven/contracts/identity/operator-contract';
import { identityPublicContract } from '@keyhaven/contracts/identity/public-contract';
import { messagingImportContract } from '@keyhaven/contracts/messaging/import-contract';
import { messagingOperatorContract } from '@keyhaven/contracts/messaging/operator-contract';
import { messagingPublicContract } from '@keyhaven/contracts/messaging/public-contract';
import { dataServiceNames, type DataServiceName } from '@keyhaven/contracts/platform/services';
import { pricingInternalContract } from '@keyhaven/contracts/pricing/internal-contract';
import { pricingOperatorContract } from '@keyhaven/contracts/pricing/operator-contract';
import { pricingPublicContract } from '@keyhaven/contracts/pricing/public-contract';
import { deadLettersContract } from '@keyhaven/contracts/shared/dead-letters-contract';
import { resyncContract } from '@keyhaven/contracts/shared/resync-contract';
import { webhookInternalContract } from '@keyhaven/contracts/webhook/internal-contract';
import { webhookOperatorContract } from '@keyhaven/contracts/webhook/operator-contract';
import { webhookPublicContract } from '@keyhaven/contracts/webhook/public-contract';
import type { AppRoute } from '@keyhaven/contracts/platform/ts-rest';

/** A contract, and the services that implement its routes. */
export interface OfferedContract {
  services: readonly DataServiceName[];
  routes: Readonly<Record<string, AppRoute>>;
}

const offered = (service: DataServiceName, routes: Readonly<Record<string, AppRoute>>): OfferedContract => ({
  services: [service],
  routes,
});

/**
 * The contracts that the gateway offers to integrations. The portal's contract is not included, because its responses
 * are HTML pages.
 */
export const publicContracts: readonly OfferedContract[] = [
  offered('booking', bookingPublicContract),
  offered('fees', feesPublicContract),
  offered('finance', financePublicContract),
  offered('identity', identityPublicContract),
  offered('messaging', messagingPublicContract),
  offered('pricing', pricingPublicContract),
  offered('webhook', webhookPublicContract),
];

/**
 * The contracts for operators and import programs, which call the services directly and not through
 * the gateway.
 */
export const operatorContracts: readonly OfferedContract[] = [
  offered('booking', bookingOperatorContract),
  offered('booking', bookingImportContract),
  offered('fees', feesOperatorContract),
  offered('finance', financeOperatorContract),
  offered('finance', financeImportContract),
  offered('identity', identityOperatorContract),
  offered('messaging', messagingOperatorContract),
  offered('messaging', messagingImportContract),
  offered('pricing', pricingOperatorContract),
  offered('webhook', webhookOperatorContract),
  { services: dataServiceNames, routes: { ...deadLettersContract, ...resyncContract } },
];

/** The contracts for calls between services. */
export const internalContracts: readonly OfferedContract[] = [
  offered('booking', bookingInternalContract),
  offered('fees', feesInternalContract),
  offered('finance', financeInternalContract),
  offered('identity', identityInternalContract),
  offered('pricing', pricingInternalContract),
  offered('webhook', webhookInternalContract),
];
