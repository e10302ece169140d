import { services } from '@keyhaven/contracts/platform/services';
import type { Target } from '@keyhaven/testing/crash/service-under-fire';
import { publishedAccount } from '@keyhaven/testing/published-event';
import { pricingContracts } from '../pricing-under-test';

/** The pricing service, for tests that kill it. */
export const pricingTarget: Target = {
  name: 'pricing',
  program: 'apps/pricing/src/testing/crash/pricing-process-under-fire.ts',
  contracts: pricingContracts,
  records: [
    { collection: 'calendars', type: 'calendar' },
    { collection: 'property_pricing', type: 'property_pricing' },
    { collection: 'seasons', type: 'season' },
    { collection: 'spot_rate_requests', type: 'spot_rate_request' },
  ],
  introduce: async (world) => {
    const account = publishedAccount(world.userId, { currency_code: 'EUR', time_zone: 'Europe/Rome' });
    await world.deliver(services.identity.topic, account);
  },
};
