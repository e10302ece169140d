/** The pricing service as a process that crash tests kill at a chosen call to the database or the message bus. */
import { runUnderFire } from '@keyhaven/testing/crash/child/run-under-fire';
import { pricingService } from '../../service';

void runUnderFire(pricingService);
