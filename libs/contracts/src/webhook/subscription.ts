import { z } from 'zod';
import { id, text, wordInput } from '../shared/inputs';
import { instant } from '../shared/instants';
import { decidedOfRecords, echoesOf } from '../shared/server-decided';
import { categoryNames, typeNames, typeOfWord, typeWords } from './categories';
import { MAX_CURSOR } from './cursor';

/** The actions of record changes that a subscription can receive. */
export const changeActions = ['entity_create', 'entity_update', 'entity_delete'] as const;

/**
 * The actions of notices. Notices are sent regardless of the type, action and category of a
 * subscription. A subscription whose `action` is one of these receives only notices.
 */
export const noticeActions = ['webhook_test', 'application_authorization_revoked'] as const;
export const subscriptionActions = [...changeActions, ...noticeActions] as const;

/**
 * - active: receives events
 * - disabled: receives none until it is enabled again; `disabled_reason` states why
 */
export const subscriptionStatuses = ['active', 'disabled'] as const;

export const MAX_WEBHOOK_URL = 2048;

export const subscription = z
  .object({
    id: id.describe('Id of the subscription.'),
    type: z
      .enum(typeNames)
      .describe('The type of records whose changes it receives. `none` receives no changes, only notices.'),
    action: z
      .enum(subscriptionActions)
      .nullable()
      .describe('The only action that it receives. Null means creations, updates and deletions.'),
    category: z
      .enum(categoryNames)
      .nullable()
      .describe('The only category of changes that it receives. Null means all changes of the type, also `other`.'),
    webhook_url: z.string().describe('The address to which deliveries are posted.'),
    status: z
      .enum(subscriptionStatuses)
      .describe('`active`: receives events. `disabled`: receives nothing until it is enabled again.'),
    disabled_reason: z
      .string()
      .nullable()
      .describe('Why it was disabled, such as an endpoint that failed for five days. Null while it is active.'),
    created_utc: instant.describe('When the subscription was created.'),
    updated_utc: instant.describe('When it was last changed.'),
  })
  .meta({
    id: 'WebhookSubscription',
    description: 'A subscription to changes of one type. It belongs to the app or token that created it.',
  });
export type Subscription = z.infer<typeof subscription>;

/** The values with which clients ask for all changes: an empty text or `none`. */
const absent = z
  .string()
  .regex(/^(none)?$/i)
  .transform(() => null);

/**
 * Fields that only the server sets, each mapped to the reason in the error message. A body may
 * contain such a field only with the value that the server sets.
 */
export const serverDecidedOfSubscriptions = {
  ...decidedOfRecords,
  status: 'it is decided by deliveries and by POST v2/webhooksubscriptions/{id}/enable',
  disabled_reason: 'it is decided by deliveries',
} as const;

export const subscriptionCreation = z
  .object({
    type: wordInput(typeWords)
      .transform(typeOfWord)
      .describe(
        'The type of records whose changes to receive. `guest` and `contact` are the same type, which answers name `guest`. `inquiry` is accepted, but there are no such changes. `none` receives only notices.',
      ),
    action: z
      .union([absent, wordInput(subscriptionActions)], {
        error: `expected one of ${subscriptionActions.join(', ')}, or none`,
      })
      .meta({ type: 'string', enum: ['none', ...subscriptionActions] })
      .nullish()
      .describe(
        'Only changes of this action. Leave it out, or send null or `none`, for all of them. With `webhook_test` or `application_authorization_revoked` no changes are received, only these two notices, which are sent regardless of the action.',
      ),
    category: z
      .union([absent, wordInput(categoryNames)], {
        error: `expected one of ${categoryNames.join(', ')}; omit it to receive all changes`,
      })
      .meta({ type: 'string', enum: ['none', ...categoryNames] })
      .nullish()
      .describe(
        'Only changes of this category, which must be one of the type (`GET /v2/webhooksubscriptions/categories`). Leave it out, or send null or `none`, for all changes, also those that are only `other`.',
      ),
    webhook_url: text(MAX_WEBHOOK_URL)
      .min(1, { error: 'expected an address' })
      .nullish()
      .describe(
        `The address to post to: \`https\`, public, port 443 or from 1024 up, without credentials, up to ${MAX_WEBHOOK_URL} characters. A secret in its query is kept. By default the address of the app, if it has one.`,
      ),
    start_after: text(MAX_CURSOR)
      .min(1, { error: 'expected a cursor of v2/events' })
      .nullish()
      .describe(
        'A cursor of the event log (`GET /v2/events`). The subscription first receives the events after it that are in the log, then later changes, each once. Without it, it receives the changes after its creation.',
      ),
    ...echoesOf(serverDecidedOfSubscriptions).shape,
  })
  .meta({ id: 'WebhookSubscriptionCreation', description: 'A new webhook subscription.' });
export type SubscriptionCreation = z.output<typeof subscriptionCreation>;
