import { describeUnderFire } from '@keyhaven/testing/crash/describe-under-fire';
import { underKey } from '@keyhaven/testing/crash/under-key';
import { bookingTarget } from './booking-target';
import { stayPaths } from './stay-paths';
import { publishedPaths } from './published-paths';

describeUnderFire('the booking service, killed while it writes stays', bookingTarget, [
  ...stayPaths,
  ...underKey(stayPaths, ['changing the text of a booking', 'moving a booking to other nights', 'canceling a booking']),
  ...publishedPaths,
]);
