/** The pricing service as a process that tests kill at a chosen call. */
import { runUnderFire } from '@keyhaven/testing/crash/child/run-under-fire';
import { pricingService } from '../../service';

void runUnderFire(pricingService);
