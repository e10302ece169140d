/**
 * Runs the identity service in a process that tests kill during one of its calls to the database or to other services.
 */
import { runUnderFire } from '@keyhaven/testing/crash/child/run-under-fire';
import { identityService } from '../../service';

void runUnderFire(identityService);
