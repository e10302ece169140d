import { runServiceProcess } from '@keyhaven/service/run-service-process';
import { messagingService } from './service';

void runServiceProcess(messagingService);
