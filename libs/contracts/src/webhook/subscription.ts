import { z } from 'zod';
import { id, text, wordInput } from '../shared/inputs';
import { instant } from '../shared/instants';
import { decidedOfRecords, echoesOf } from '../shared/server-decided';
import { categoryNames, typeNames } from './categories';

/** The changes of records that subscriptions can receive. */
export const changeActions = ['entity_create', 'entity_update', 'entity_delete'] as const;

/**
 * Notices that every subscription receives in addition to changes. A subscription with such an action receives no
 * changes.
 */
export const noticeActions = ['webhook_test', 'application_authorization_revoked'] as const;
export const subscriptionActions = [...changeActions, ...noticeActions] as const;

/** active: receives events; disabled: receives none until it is enabled again, for the reason in `disabled_reason`. */
export const subscriptionStatuses = ['active', 'disabled'] as const;

export const MAX_WEBHOOK_URL = 2048;

/** A subscription as answers show it. `action` and `category` are null when it receives all of them. */
export const subscription = z.object({
  id,
  type: z.enum(typeNames),
  action: z.enum(subscriptionActions).nullable(),
  category: z.enum(categoryNames).nullable(),
  webhook_url: z.string(),
  status: z.enum(subscriptionStatuses),
  disabled_reason: z.string().nullable(),
  created_utc: instant,
  updated_utc: instant,
});
export type Subscription = z.infer<typeof subscription>;

/** How clients write "all": an empty text, or `none`, the first value of their enums. */
const absent = z
  .string()
  .regex(/^(none)?$/i)
  .transform(() => null);

/** Fields that only the server decides; a body may contain them with the values that the subscription gets. */
export const serverDecidedOfSubscriptions = {
  ...decidedOfRecords,
  status: 'it is decided by deliveries and by POST v2/webhooksubscriptions/{id}/enable',
  disabled_reason: 'it is decided by deliveries',
} as const;

/** A new subscription. */
export const subscriptionCreation = z.object({
  type: wordInput(typeNames),
  action: z
    .union([absent, wordInput(subscriptionActions)], {
      error: `expected one of ${subscriptionActions.join(', ')}, or none`,
    })
    .nullish(),
  category: z
    .union([absent, wordInput(categoryNames)], {
      error: `expected one of ${categoryNames.join(', ')}; leave it out to receive all changes`,
    })
    .nullish(),
  webhook_url: text(MAX_WEBHOOK_URL).min(1, { error: 'expected an address' }).nullish(),
  ...echoesOf(serverDecidedOfSubscriptions).shape,
});
export type SubscriptionCreation = z.output<typeof subscriptionCreation>;
