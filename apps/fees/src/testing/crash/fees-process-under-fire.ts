/** The fees service as a process that crash tests kill at a chosen call to the database or the message bus. */
import { runUnderFire } from '@keyhaven/testing/crash/child/run-under-fire';
import { feesService } from '../../service';

void runUnderFire(feesService);
