import { runServiceProcess } from '@keyhaven/service/run-service-process';
import { bookingService } from './service';

void runServiceProcess(bookingService);
