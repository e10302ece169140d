/** The fees service as a process that tests kill at a chosen call. */
import { runUnderFire } from '@keyhaven/testing/crash/child/run-under-fire';
import { feesService } from '../../service';

void runUnderFire(feesService);
