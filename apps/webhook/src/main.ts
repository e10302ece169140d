import { runServiceProcess } from '@keyhaven/service/run-service-process';
import { webhookService } from './service';

void runServiceProcess(webhookService);
