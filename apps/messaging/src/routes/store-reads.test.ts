import { messagingPublicContract } from '@keyhaven/contracts/messaging/public-contract';
import { describeReads } from '@keyhaven/testing/describe-reads';
import { startMessagingUnderTest, type MessagingUnderTest } from '../testing/messaging-under-test';

let service: MessagingUnderTest;
beforeAll(async () => {
  service = await startMessagingUnderTest();
});
afterAll(() => service.stop());

async function aWorld() {
  const account = service.anAccount();
  const { id: thread_id } = await account.operate('/threads', {});
  const message = await account.operate('/messages', { thread_id, body: 'Hello', from_role: 'guest' });
  return { ...account, thread_id, messageId: message.id };
}

describeReads(
  messagingPublicContract,
  aWorld,
  [
    {
      route: '/v2/messages',
      path: ({ thread_id }) => `/v2/messages?thread_id=${thread_id}`,
      reads: ['messages', 'threads'],
    },
    { route: '/v2/messages/:id', path: ({ messageId }) => `/v2/messages/${messageId}`, reads: ['messages'] },
  ],
  ['/attachments/:key'],
);
