/** Runs the webhook service as a separate process, for benchmarks. */
import { runServiceForTests } from '@keyhaven/testing/service-process';
import { webhookService } from '../service';

void runServiceForTests(webhookService);
