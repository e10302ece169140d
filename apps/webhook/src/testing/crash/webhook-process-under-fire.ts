/** Runs the webhook service in a process that tests kill during one of its calls to the database or the bus. */
import { runUnderFire } from '@keyhaven/testing/crash/child/run-under-fire';
import { createWebhookService } from '../../service';

const began = Number(process.env.CLOCK_BEGAN);
const speed = Number(process.env.CLOCK_SPEED);

void runUnderFire(
  createWebhookService({
    now: () => new Date(began + (Date.now() - began) * speed),
    random: Math.random,
    timeoutMs: 1000,
  }),
);
