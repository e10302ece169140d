import type { Target } from '@keyhaven/testing/crash/service-under-fire';
import { webhookContracts } from '../webhook-under-test';

export const webhookTarget: Target = {
  name: 'webhook',
  program: 'apps/webhook/src/testing/crash/webhook-process-under-fire.ts',
  contracts: webhookContracts,
  records: [
    { collection: 'subscriptions', type: 'webhook_subscription' },
    { collection: 'apps', type: 'webhook_app' },
    { collection: 'deliveries', unfinished: { status: 'pending' } },
    { collection: 'catch_ups', unfinished: {} },
    { collection: 'endpoints', unfinished: { $or: [{ due_utc: { $exists: true } }, { owner: { $exists: true } }] } },
  ],
  settings: {
    WEBHOOK_ALLOW: '127.0.0.1/32',
    // The clock runs 20 times as fast, so the first retry is due after a quarter of a second.
    CLOCK_BEGAN: String(Date.now()),
    CLOCK_SPEED: '20',
  },
};
