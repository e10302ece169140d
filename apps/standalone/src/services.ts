import { bookingService } from '@keyhaven/booking/service';
import type { DataServiceName } from '@keyhaven/contracts/platform/services';
import { feesService } from '@keyhaven/fees/service';
import { financeService } from '@keyhaven/finance/service';
import { identityService } from '@keyhaven/identity/service';
import { messagingService } from '@keyhaven/messaging/service';
import { pricingService } from '@keyhaven/pricing/service';
import type { ServiceDefinition } from '@keyhaven/service/service-definition';
import { webhookService } from '@keyhaven/webhook/service';

/** All services that have a database. The standalone platform runs them all in one process. */
export const definitions = {
  identity: identityService,
  booking: bookingService,
  fees: feesService,
  finance: financeService,
  messaging: messagingService,
  pricing: pricingService,
  webhook: webhookService,
} as const satisfies Record<DataServiceName, ServiceDefinition>;
