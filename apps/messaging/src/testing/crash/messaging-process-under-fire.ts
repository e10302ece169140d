/** The messaging service as a process that tests kill at a chosen call, including calls to its folder of objects. */
import { countFileCalls } from '@keyhaven/testing/crash/child/count-file-calls';
import { runUnderFire } from '@keyhaven/testing/crash/child/run-under-fire';
import { messagingService } from '../../service';

countFileCalls();
void runUnderFire(messagingService);
