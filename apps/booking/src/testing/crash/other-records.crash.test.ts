import { describeUnderFire } from '@keyhaven/testing/crash/describe-under-fire';
import { underKey } from '@keyhaven/testing/crash/under-key';
import { bookingTarget } from './booking-target';
import { balancePaths } from './balance-paths';
import { importPaths } from './import-paths';
import { otherPaths } from './other-paths';

describeUnderFire(
  "the booking service, killed while it writes properties, contacts, listing sites and copies of other services' records",
  bookingTarget,
  [
    ...otherPaths,
    ...underKey(otherPaths, ['changing a property', 'changing a guest', 'changing a listing site']),
    ...balancePaths,
    ...importPaths,
  ],
);
