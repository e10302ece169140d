import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type MessagingUnderTest, onePoint, startMessagingUnderTest } from '../messaging-under-test';
import { objectFaults } from './object-faults';

let messaging: MessagingUnderTest;
beforeAll(async () => {
  messaging = await startMessagingUnderTest();
});
afterAll(() => messaging.stop());

it('objectFaults reports an object without a message, and a message whose object is missing', async () => {
  const { operate } = messaging.anAccount();
  const { id: thread_id } = await operate('/threads', {});
  const attachments = [{ content: onePoint.toString('base64') }];
  await operate('/messages', { thread_id, attachments });
  const found = () => objectFaults(messaging.connection, messaging.folder);
  expect(await found()).toEqual([]);
  const [key] = await messaging.objects();
  await writeFile(path.join(messaging.folder, 'orphan.png'), onePoint);
  await rm(path.join(messaging.folder, key!));
  expect(await found()).toEqual([`the object ${key} of a message is missing`, 'the object orphan.png has no message']);
});
