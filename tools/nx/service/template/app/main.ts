import { runServiceProcess } from '@keyhaven/service/run-service-process';
import { sampleService } from './service';

void runServiceProcess(sampleService);
