import { webhookPayload } from '@keyhaven/contracts/webhook/delivery';
import { z } from 'zod';

/** The jobs that the outboxes of subscriptions and apps can hold, and their arguments. define-jobs.ts says what does them. */

/** Removes the waiting deliveries of a subscription from the queue. */
export const END_DELIVERIES = 'end_deliveries';
export const endDeliveriesArguments = z.object({ status: z.enum(['dead', 'canceled']) });

/** Ends the subscriptions of an app whose authorization was revoked, and notifies the app. */
export const END_AUTHORIZATION = 'end_authorization';
export const endAuthorizationArguments = z.object({ app_key: z.string(), revocation_id: z.string() });

/** Puts a test delivery into the queue. */
export const SEND_TEST = 'send_test';
export const sendTestArguments = z.object({ payload: webhookPayload, delivery_id: z.number() });

/** Puts deliveries back into the queue and makes their endpoint due: one delivery, or those of changes since an instant. */
export const REPLAY = 'replay';
export const replayArguments = z.union([
  z.object({ delivery_id: z.number() }),
  z.object({ since_utc: z.date(), deliveries: z.enum(['dead', 'all']) }),
]);
export type ReplayArguments = z.output<typeof replayArguments>;
