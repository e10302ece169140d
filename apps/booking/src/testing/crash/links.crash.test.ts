import { describeUnderFire } from '@keyhaven/testing/crash/describe-under-fire';
import { bookingTarget } from './booking-target';
import { linkPaths } from './link-paths';

describeUnderFire('the booking service, killed while properties are linked or overbooked', bookingTarget, linkPaths);
