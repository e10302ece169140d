/** The pricing service as a separate process, for benchmarks. */
import { runServiceForTests } from '@keyhaven/testing/service-process';
import { pricingService } from '../service';

void runServiceForTests(pricingService);
