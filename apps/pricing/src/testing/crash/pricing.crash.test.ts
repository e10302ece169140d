import { describeUnderFire } from '@keyhaven/testing/crash/describe-under-fire';
import { underKey } from '@keyhaven/testing/crash/under-key';
import { pricingPaths } from './pricing-paths';
import { pricingTarget } from './pricing-target';

describeUnderFire('the pricing service, killed while it writes', pricingTarget, [
  ...pricingPaths,
  ...underKey(pricingPaths, [
    "changing a property's rate",
    'changing a season',
    'deleting a season',
    'setting spot rates',
  ]),
]);
