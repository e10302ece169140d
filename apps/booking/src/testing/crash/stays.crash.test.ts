import { describeUnderFire } from '@keyhaven/testing/crash/describe-under-fire';
import { bookingTarget } from './booking-target';
import { stayPaths } from './stay-paths';
import { toldPaths } from './told-paths';

describeUnderFire('the booking service, killed while it writes stays', bookingTarget, [...stayPaths, ...toldPaths]);
