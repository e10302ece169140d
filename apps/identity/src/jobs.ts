import { type ArgumentsOf, jobTable } from '@keyhaven/persistence/outbox/job-table';
import { z } from 'zod';

/** Every follow-up job that the outboxes of identity can hold, with its arguments. */
const definitions = {
  /** For a revoked token: makes the webhook service stop the token's webhooks. */
  end_authorization: z.object({ revocation_id: z.string() }),
  /** For an owner who became a member: undoes the change if the account has no other owner. */
  keep_an_owner: z.object({}),
  /** For a removed person: revokes the person's tokens, and the grants that the person gave to apps. */
  end_tokens: z.object({}),
  /** For an invited person: enqueues the e-mail with the link. `name` prevents a second e-mail. */
  mail_invitation: z.object({ name: z.string() }),
  /** For a revoked authorization: makes the webhook service stop the app's webhooks for the account. */
  end_app_authorization: z.object({
    client_id: z.string(),
    term: z.number(),
    revocation_id: z.string(),
    is_notified: z.boolean(),
  }),
  /** For an app that was authorized again: lets the app subscribe again. */
  begin_app_authorization: z.object({ client_id: z.string(), term: z.number() }),
  /** For a deleted app: revokes its authorizations in all accounts. */
  end_app: z.object({ client_id: z.string() }),
};

export type ArgumentsOfJob<Name extends keyof typeof definitions> = ArgumentsOf<typeof definitions, Name>;

export const { job, registerJobs } = jobTable(definitions, {
  deciding: ['end_authorization', 'end_app_authorization', 'begin_app_authorization', 'keep_an_owner', 'end_tokens'],
});
