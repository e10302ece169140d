import { webhookPayload } from '@keyhaven/contracts/webhook/delivery';
import { type ArgumentsOf, type HandlersOf, jobTable } from '@keyhaven/persistence/outbox/job-table';
import { z } from 'zod';

/** The jobs in the outboxes of subscriptions and apps, with their arguments. */
const definitions = {
  /** Gives the pending deliveries of a subscription this status, so that they are not sent any more. */
  end_deliveries: z.object({ status: z.enum(['dead', 'canceled']) }),
  /** Ends the subscriptions of an app whose authorization was revoked. Notifies the app if `is_notified` is true. */
  end_authorization: z.object({ app_key: z.string(), revocation_id: z.string(), is_notified: z.boolean() }),
  /** Ends a new subscription if the authorization of its app was revoked while the subscription was being created. */
  recheck_authorization: z.object({ app_key: z.string(), term: z.number() }),
  /**
   * Schedules the catch-up of a new subscription with the events after a position in the event log.
   */
  begin_catch_up: z.object({ position: z.number() }),
  /** Enqueues a test delivery. */
  send_test: z.object({ payload: webhookPayload, delivery_id: z.number() }),
  /** Enqueues deliveries again: a single one, or the dead ones since a given time, or also the delivered ones. */
  replay: z.union([
    z.object({ delivery_id: z.number() }),
    z.object({ since_utc: z.date(), deliveries: z.enum(['dead', 'all']) }),
  ]),
};

export type JobHandlers = HandlersOf<typeof definitions>;
export type ReplayArguments = ArgumentsOf<typeof definitions, 'replay'>;

export const { job, registerJobs } = jobTable(definitions, {
  // A request is answered only after its deciding jobs have run. If `end_authorization` ran later, it could end
  // subscriptions of a new authorization. `recheck_authorization` may refuse the creation of a subscription.
  deciding: ['end_authorization', 'recheck_authorization'],
});
