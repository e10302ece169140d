import { deadLettersContract } from '@keyhaven/contracts/shared/dead-letters-contract';
import { resyncContract } from '@keyhaven/contracts/shared/resync-contract';
import { commonWriteExamples } from '@keyhaven/testing/common-write-examples';
import { describeIdempotentWrites, type KeyedWrite } from '@keyhaven/testing/describe-idempotent-writes';
import { messagingContracts, type MessagingUnderTest, startMessagingUnderTest } from './testing/messaging-under-test';
import commands from './testing/store-commands.json';

let messaging: MessagingUnderTest;
beforeAll(async () => {
  messaging = await startMessagingUnderTest();
});
afterAll(() => messaging.stop());

/** Prepares a request of an operator, for a new account with a thread and a message. */
async function operatorWrite(
  write: (ids: { thread_id: number; message_id: number }) => Pick<KeyedWrite, 'path' | 'body' | 'otherBody'>,
): Promise<KeyedWrite> {
  const { userId, operate } = messaging.anAccount();
  const { id: thread_id } = await operate('/threads', {});
  const { id: message_id } = await operate('/messages', { thread_id, body: 'Hello', from_role: 'guest' });
  const { path, ...bodies } = write({ thread_id, message_id });
  return { userId, caller: 'operator', path: `/operator/accounts/${userId}${path}`, ...bodies };
}

describeIdempotentWrites({
  service: () => messaging,
  contracts: [...messagingContracts, resyncContract, deadLettersContract],
  commands,
  examples: {
    ...commonWriteExamples,
    'POST /v2/messages': {
      prepare: async () => {
        const { userId, operate } = messaging.anAccount();
        const { id: thread_id } = await operate('/threads', {});
        const body = { thread_id, body: 'Hello' };
        return { userId, caller: 'account', path: '/v2/messages', body, otherBody: { ...body, body: 'Other' } };
      },
    },
    'POST /operator/accounts/:user_id/threads': {
      prepare: () =>
        operatorWrite(() => ({ path: '/threads', body: { channel: 'airbnb' }, otherBody: { channel: 'vrbo' } })),
    },
    'PATCH /operator/accounts/:user_id/threads/:id': {
      prepare: () =>
        operatorWrite(({ thread_id }) => ({
          path: `/threads/${thread_id}`,
          body: { channel: 'airbnb' },
          otherBody: { channel: 'vrbo' },
        })),
    },
    'POST /operator/accounts/:user_id/messages': {
      prepare: () =>
        operatorWrite(({ thread_id }) => ({
          path: '/messages',
          body: { thread_id, body: 'Hello', from_role: 'guest' },
          otherBody: { thread_id, body: 'Other', from_role: 'guest' },
        })),
    },
    'PATCH /operator/accounts/:user_id/messages/:id': {
      prepare: () =>
        operatorWrite(({ message_id }) => ({
          path: `/messages/${message_id}`,
          body: { body: 'First' },
          otherBody: { body: 'Later' },
        })),
    },
    'POST /operator/accounts/:user_id/messages/:id/remove': {
      prepare: () => operatorWrite(({ message_id }) => ({ path: `/messages/${message_id}/remove`, body: {} })),
    },
  },
});
