/** The topic to which the webhook service publishes its own changes: those of subscriptions and of apps' settings. */
export const WEBHOOK_TOPIC = 'keyhaven.webhook';
