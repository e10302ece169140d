import { z } from 'zod';
import { deletable, eventType } from './event-type';
import { appSettings } from '../webhook/app-settings';
import { subscription, subscriptionStatuses } from '../webhook/subscription';

/** The types of events that the webhook service publishes. */
export const webhookEvents = {
  webhook_subscription: eventType({
    summary: 'Webhook subscriptions. A change of the status has the new status as its category.',
    entity: deletable(subscription),
    private: z.object({ app_key: z.string().describe('The app or token that made the subscription.') }),
    categories: subscriptionStatuses,
    isDeletable: true,
  }),
  webhook_app: eventType({
    summary: 'The delivery settings of an app in an account, without its secrets.',
    entity: appSettings.omit({ signing_secrets: true, basic_username: true }),
  }),
};
