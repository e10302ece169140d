import { bookingService } from '@keyhaven/booking/service';
import { feesService } from '@keyhaven/fees/service';
import { financeService } from '@keyhaven/finance/service';
import { identityService } from '@keyhaven/identity/service';
import { messagingService } from '@keyhaven/messaging/service';
import { pricingService } from '@keyhaven/pricing/service';
import { issuerGrants } from '@keyhaven/service/auth/issuer-grants';
import type { ServiceDefinition } from '@keyhaven/service/database-service';
import { webhookService } from '@keyhaven/webhook/service';

const services = [
  bookingService,
  feesService,
  financeService,
  identityService,
  messagingService,
  pricingService,
  webhookService,
] as unknown as ServiceDefinition[];

it.each(services.map((service) => [service.name, service.peers ?? []] as const))(
  '%s may open the internal face of exactly the services that it calls',
  (name, peers) => {
    const opened = services.map((service) => service.name).filter((other) => issuerGrants(name, other).size > 0);
    expect(opened.sort()).toEqual([...peers].sort());
    for (const peer of peers) expect([...issuerGrants(name, peer)]).toEqual(['internal']);
  },
);
