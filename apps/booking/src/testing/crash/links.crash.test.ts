import { describeUnderFire } from '@keyhaven/testing/crash/describe-under-fire';
import { underKey } from '@keyhaven/testing/crash/under-key';
import { bookingTarget } from './booking-target';
import { linkPaths } from './link-paths';

describeUnderFire('the booking service, killed while properties are linked or overbooked', bookingTarget, [
  ...linkPaths,
  ...underKey(linkPaths, ['removing a link']),
]);
