import { runServiceProcess } from '@keyhaven/service/run-service-process';
import { feesService } from './service';

void runServiceProcess(feesService);
