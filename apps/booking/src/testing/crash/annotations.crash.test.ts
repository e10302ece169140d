import { describeUnderFire } from '@keyhaven/testing/crash/describe-under-fire';
import { annotationPaths } from './annotation-paths';
import { bookingTarget } from './booking-target';

describeUnderFire('the booking service, killed while it writes tags and custom fields', bookingTarget, annotationPaths);
