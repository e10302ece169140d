import { eventType } from './event-type';
import { message, thread } from '../messaging/message';

/** The types of events that the messaging service publishes. */
export const messagingEvents = {
  thread: eventType({ summary: 'Threads of messages.', entity: thread }),
  thread_message: eventType({
    summary:
      'Messages. Drafts are published to services only: consumers for others must leave out events whose `entity.is_draft` is true.',
    entity: message.required(),
  }),
};
