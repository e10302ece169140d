/** The booking service as a process that tests kill at any of its calls. */
import { runUnderFire } from '@keyhaven/testing/crash/child/run-under-fire';
import { bookingService } from '../../service';

void runUnderFire(bookingService);
