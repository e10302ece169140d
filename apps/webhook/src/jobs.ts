import { webhookPayload } from '@keyhaven/contracts/webhook/delivery';
import { type ArgumentsOf, type HandlersOf, jobTable } from '@keyhaven/persistence/outbox/job-table';
import { z } from 'zod';

/** Every follow-up job that the outboxes of subscriptions and apps can hold, with its arguments. */
const definitions = {
  /** Removes the waiting deliveries of a subscription from the queue. */
  end_deliveries: z.object({ status: z.enum(['dead', 'canceled']) }),
  /** Ends the subscriptions of an app whose authorization was revoked, and notifies the app. */
  end_authorization: z.object({ app_key: z.string(), revocation_id: z.string() }),
  /** Puts a test delivery into the queue. */
  send_test: z.object({ payload: webhookPayload, delivery_id: z.number() }),
  /** Puts deliveries back into the queue and makes their endpoint due: one, or those of changes since an instant. */
  replay: z.union([
    z.object({ delivery_id: z.number() }),
    z.object({ since_utc: z.date(), deliveries: z.enum(['dead', 'all']) }),
  ]),
};

export type JobHandlers = HandlersOf<typeof definitions>;
export type ReplayArguments = ArgumentsOf<typeof definitions, 'replay'>;

export const { job, registerJobs } = jobTable(definitions);
