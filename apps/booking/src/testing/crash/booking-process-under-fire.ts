/**
 * The booking service as a process that crash tests kill at a chosen call to the database, the message bus or another
 * service.
 */
import { runUnderFire } from '@keyhaven/testing/crash/child/run-under-fire';
import { bookingService } from '../../service';

void runUnderFire(bookingService);
