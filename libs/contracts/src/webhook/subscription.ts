import { z } from 'zod';
import { id, text, wordInput } from '../shared/inputs';
import { instant } from '../shared/instants';
import { categoryNames, typeNames } from './categories';

/** What is told of a record. */
export const changeActions = ['entity_create', 'entity_update', 'entity_delete'] as const;

/** active: told; disabled: not told until it is enabled again; the reason stands beside it. */
export const subscriptionStatuses = ['active', 'disabled'] as const;

export const MAX_WEBHOOK_URL = 2048;

/** A subscription as answers show it. `action` and `category` are null when it is told all of them. */
export const subscription = z.object({
  id,
  type: z.enum(typeNames),
  action: z.enum(changeActions).nullable(),
  category: z.enum(categoryNames).nullable(),
  webhook_url: z.string(),
  status: z.enum(subscriptionStatuses),
  disabled_reason: z.string().nullable(),
  created_utc: instant,
  updated_utc: instant,
});
export type Subscription = z.infer<typeof subscription>;

const absent = z.literal('').transform(() => null);

/** A new subscription. Clients send empty texts for "all", too. */
export const subscriptionCreation = z.object({
  type: wordInput(typeNames),
  action: z
    .union([absent, wordInput(changeActions)], { error: `expected one of ${changeActions.join(', ')}` })
    .nullish(),
  category: z
    .union([absent, wordInput(categoryNames)], {
      error: `expected one of ${categoryNames.join(', ')}; without a category all changes are told`,
    })
    .nullish(),
  webhook_url: text(MAX_WEBHOOK_URL).min(1, { error: 'expected an address' }).nullish(),
});
export type SubscriptionCreation = z.output<typeof subscriptionCreation>;
