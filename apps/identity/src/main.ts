import { runServiceProcess } from '@keyhaven/service/run-service-process';
import { identityService } from './service';

void runServiceProcess(identityService);
