/**
 * The messaging service as a process that crash tests kill at a chosen call to the database, the message bus or the
 * folder of objects.
 */
import { countFileCalls } from '@keyhaven/testing/crash/child/count-file-calls';
import { runUnderFire } from '@keyhaven/testing/crash/child/run-under-fire';
import { messagingService } from '../../service';

countFileCalls();
void runUnderFire(messagingService);
