import { messagingPublicContract } from '@keyhaven/contracts/messaging/public-contract';
import { describeStoreCommands } from '@keyhaven/testing/describe-store-commands';
import { type MessagingUnderTest, startMessagingUnderTest } from './testing/messaging-under-test';
import table from './testing/store-commands.json';

let messaging: MessagingUnderTest;
beforeAll(async () => {
  messaging = await startMessagingUnderTest();
});
afterAll(() => messaging.stop());

async function aMessage() {
  const { userId, operate } = messaging.anAccount();
  const { id: thread_id } = await operate('/threads', {});
  const { id } = await operate('/messages', { thread_id, body: 'Hello', from_role: 'guest' });
  return { userId, thread_id, id };
}

describeStoreCommands({
  service: () => messaging,
  contract: messagingPublicContract,
  table,
  leftOut: { 'GET /attachments/:key': 'it answers a file' },
  requests: {
    'GET /v2/messages': async () => {
      const { userId, thread_id } = await aMessage();
      return { userId, path: `/v2/messages?thread_id=${thread_id}` };
    },
    'GET /v2/messages/:id': async () => {
      const { userId, id } = await aMessage();
      return { userId, path: `/v2/messages/${id}` };
    },
  },
});
