/** The finance service as a process that tests kill at one of its calls. */
import { runUnderFire } from '@keyhaven/testing/crash/child/run-under-fire';
import { financeService } from '../../service';

void runUnderFire(financeService);
