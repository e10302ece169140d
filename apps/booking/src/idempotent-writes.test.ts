import { bookingInternalContract } from '@keyhaven/contracts/booking/internal-contract';
import { bookingOperatorContract } from '@keyhaven/contracts/booking/operator-contract';
import { bookingPublicContract } from '@keyhaven/contracts/booking/public-contract';
import { deadLettersContract } from '@keyhaven/contracts/shared/dead-letters-contract';
import { resyncContract } from '@keyhaven/contracts/shared/resync-contract';
import { commonWriteExamples } from '@keyhaven/testing/common-write-examples';
import { describeIdempotentWrites } from '@keyhaven/testing/describe-idempotent-writes';
import { annotationWriteExamples } from './testing/annotation-write-examples';
import { type BookingUnderTest, startBookingUnderTest } from './testing/booking-under-test';
import { bookingWriteExamples } from './testing/booking-write-examples';
import { guestWriteExamples } from './testing/guest-write-examples';
import { operatorWriteExamples } from './testing/operator-write-examples';
import { quoteWriteExamples } from './testing/quote-write-examples';
import commands from './testing/store-commands.json';

let booking: BookingUnderTest;
beforeAll(async () => {
  booking = await startBookingUnderTest();
});
afterAll(() => booking.stop());

describeIdempotentWrites({
  service: () => booking,
  contracts: [
    bookingPublicContract,
    bookingOperatorContract,
    bookingInternalContract,
    resyncContract,
    deadLettersContract,
  ],
  commands,
  examples: {
    ...commonWriteExamples,
    ...annotationWriteExamples(() => booking),
    ...bookingWriteExamples(() => booking),
    ...guestWriteExamples(() => booking),
    ...quoteWriteExamples(() => booking),
    ...operatorWriteExamples(() => booking),
    'POST /internal/bookings/:id/read': { needsNoKey: 'it reads' },
    'POST /internal/properties/find': { needsNoKey: 'it reads' },
    'POST /internal/guests/find': { needsNoKey: 'it reads' },
    'POST /internal/records/find': { needsNoKey: 'it reads' },
    'POST /internal/owners/:id/keep': { needsNoKey: 'an owner who is not deleted stays as it is' },
    'POST /internal/bookings/:id/balance': { needsNoKey: 'totals are absolute, and older ones change nothing' },
  },
});
