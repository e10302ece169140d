import { bookingImportContract } from '@keyhaven/contracts/booking/import-contract';
import { bookingOperatorContract } from '@keyhaven/contracts/booking/operator-contract';
import { bookingPublicContract } from '@keyhaven/contracts/booking/public-contract';
import { services } from '@keyhaven/contracts/platform/services';
import { resyncContract } from '@keyhaven/contracts/shared/resync-contract';
import type { Target } from '@keyhaven/testing/crash/service-under-fire';
import { publishedAccount } from '@keyhaven/testing/published-event';
import { startStubPeers } from '../stub-peers';
import { linkedViolations } from './linked-violations';

/**
 * The booking service, for crash tests that kill it at each of its calls to the database, the message bus and other
 * services.
 */
export const bookingTarget: Target = {
  name: 'booking',
  program: 'apps/booking/src/testing/crash/booking-process-under-fire.ts',
  contracts: [bookingPublicContract, bookingOperatorContract, bookingImportContract, resyncContract],
  records: [
    { collection: 'stays', type: 'booking', part: 'booking' },
    { collection: 'properties', type: 'property' },
    { collection: 'guests', type: 'guest' },
    { collection: 'owners', type: 'owner' },
    { collection: 'listing_sites', type: 'listing_site' },
    { collection: 'stays', type: 'quote', part: 'quote', holdsNoNights: true },
    { collection: 'links' },
    { collection: 'tag_definitions' },
    { collection: 'field_definitions' },
  ],
  startPeers: startStubPeers,
  violations: linkedViolations,
  introduce: async (world) => void (await world.deliver(services.identity.topic, publishedAccount(world.userId))),
};
