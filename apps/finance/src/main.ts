import { runServiceProcess } from '@keyhaven/service/run-service-process';
import { financeService } from './service';

void runServiceProcess(financeService);
