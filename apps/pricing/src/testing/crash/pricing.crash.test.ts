import { describeUnderFire } from '@keyhaven/testing/crash/describe-under-fire';
import { pricingPaths } from './pricing-paths';
import { pricingTarget } from './pricing-target';

describeUnderFire('the pricing service, killed while it writes', pricingTarget, pricingPaths);
