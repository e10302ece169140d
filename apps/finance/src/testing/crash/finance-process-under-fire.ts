/**
 * The finance service as a process that crash tests kill at a chosen call to the database, the message bus or the
 * booking service.
 */
import { runUnderFire } from '@keyhaven/testing/crash/child/run-under-fire';
import { financeService } from '../../service';

void runUnderFire(financeService);
