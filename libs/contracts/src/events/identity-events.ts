import { deletable, eventType } from './event-type';
import { accountRecord, user } from '../identity/identity';

/** The types of events that the identity service publishes. */
export const identityEvents = {
  account: eventType({ summary: 'Accounts. `entity_id` equals `user_id`.', entity: accountRecord }),
  user: eventType({ summary: 'People who sign in to an account.', entity: deletable(user), isDeletable: true }),
};
