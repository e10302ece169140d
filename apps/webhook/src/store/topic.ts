/** The topic that the webhook service tells its own changes on: those of subscriptions and of apps' settings. */
export const WEBHOOK_TOPIC = 'keyhaven.webhook';
