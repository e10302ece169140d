import { services } from '@keyhaven/contracts/platform/services';
import type { Target } from '@keyhaven/testing/crash/service-under-fire';
import { publishedAccount } from '@keyhaven/testing/published-event';
import type { Connection } from 'mongoose';
import { type CalendarDocument, ofLivingProperty } from '../../store/calendar.model';
import { pricingContracts } from '../pricing-under-test';

/**
 * Finds calendars with changes that would never be published, because the latest event was created
 * at an older version of the calendar.
 */
async function unnamedChanges(connection: Connection): Promise<string[]> {
  const found = await connection.collection<CalendarDocument>('calendars').find(ofLivingProperty).toArray();
  return found
    .filter(({ published, calendar_version }) => published?.calendar_version !== calendar_version)
    .map(({ _id, calendar_version, published }) => {
      const named = published ? `only those up to version ${published.calendar_version}` : 'none';
      return `calendar ${_id} is at version ${calendar_version}, and its events name ${named}`;
    });
}

export const pricingTarget: Target = {
  name: 'pricing',
  program: 'apps/pricing/src/testing/crash/pricing-process-under-fire.ts',
  contracts: pricingContracts,
  records: [
    { collection: 'calendars', type: 'calendar', part: 'published', unfinished: { pending: { $exists: true } } },
    { collection: 'property_pricing', type: 'property_pricing' },
    { collection: 'seasons', type: 'season' },
    { collection: 'spot_rate_requests', type: 'spot_rate_request' },
  ],
  violations: unnamedChanges,
  introduce: async (world) => {
    const account = publishedAccount(world.userId, { currency_code: 'EUR', time_zone: 'Europe/Rome' });
    await world.deliver(services.identity.topic, account);
  },
};
