import { describeUnderFire } from '@keyhaven/testing/crash/describe-under-fire';
import { underKey } from '@keyhaven/testing/crash/under-key';
import { bookingTarget } from './booking-target';
import { quotePaths } from './quote-paths';

describeUnderFire('the booking service, killed while it writes quotes', bookingTarget, [
  ...quotePaths,
  ...underKey(quotePaths, ['deleting a quote with a hold']),
]);
