import { runServiceProcess } from '@keyhaven/service/run-service-process';
import { pricingService } from './service';

void runServiceProcess(pricingService);
