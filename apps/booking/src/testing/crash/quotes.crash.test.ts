import { describeUnderFire } from '@keyhaven/testing/crash/describe-under-fire';
import { bookingTarget } from './booking-target';
import { quotePaths } from './quote-paths';

describeUnderFire('the booking service, killed while it writes quotes', bookingTarget, quotePaths);
