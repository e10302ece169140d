/** The finance service as a process that tests kill at a chosen call. */
import { runUnderFire } from '@keyhaven/testing/crash/child/run-under-fire';
import { financeService } from '../../service';

void runUnderFire(financeService);
