import type { Answer } from '@keyhaven/testing/checked-client';
import { operatorPath, success, withKey } from '@keyhaven/testing/crash/requests';
import type { World, WritePath } from '@keyhaven/testing/crash/write-path';
import { onePoint } from '../messaging-under-test';
import { imageSite } from './image-site';
import { aThread } from './thread-paths';

const messages = (world: World, path = '') => operatorPath(world, `/messages${path}`);
const image = { content: onePoint.toString('base64') };
const received = (thread_id: number) => ({ thread_id, body: 'Where is the key?', attachments: [image, image] });

/** Creates a message in a new thread, and returns its path. */
async function aMessage(world: World, message: object): Promise<string> {
  const thread_id = await aThread(world);
  return messages(world, `/${(await success(world.operator.post(messages(world), { thread_id, ...message }))).id}`);
}

const written = {
  record: 'thread_message',
  read: async ({ api }: World, _: unknown, { body }: Answer) => {
    const read = await api.get(`/v2/messages/${body.id}`);
    // The URLs differ in each response, because each read signs new ones.
    delete read.body.attachment_urls;
    return read;
  },
};

/** The writes of messages, for crash tests. */
export const messagePaths: WritePath[] = [
  {
    ...written,
    name: 'posting a text with an Idempotency-Key',
    given: aThread,
    act: ({ api }, thread_id) => api.post('/v2/messages', { thread_id, body: 'Welcome!' }, withKey),
    repeated: 'the same',
  },
  {
    ...written,
    name: 'posting a text without a key',
    given: aThread,
    act: ({ api }, thread_id) => api.post('/v2/messages', { thread_id, body: 'Welcome!' }),
    repeated: 'another',
  },
  {
    ...written,
    name: 'posting an image with an Idempotency-Key',
    given: aThread,
    act: ({ api }, thread_id) => api.post('/v2/messages', { thread_id, attachment_url: imageSite.image() }, withKey),
    repeated: 'the same',
  },
  {
    ...written,
    name: 'posting an image without a key',
    given: aThread,
    act: ({ api }, thread_id) => api.post('/v2/messages', { thread_id, attachment_url: imageSite.image() }),
    repeated: 'another',
  },
  {
    ...written,
    name: 'storing an incoming message with an Idempotency-Key',
    given: aThread,
    act: (world, thread_id) => world.operator.post(messages(world), received(thread_id), withKey),
    repeated: 'the same',
  },
  {
    ...written,
    name: 'storing an incoming message without a key',
    given: aThread,
    act: (world, thread_id) => world.operator.post(messages(world), received(thread_id)),
    repeated: 'another',
  },
  {
    ...written,
    name: 'storing a draft',
    given: aThread,
    act: (world, thread_id) => {
      const draft = { thread_id, body: 'Perhaps', from_role: 'owner', is_draft: true };
      return world.operator.post(messages(world), draft, withKey);
    },
    repeated: 'the same',
  },
  {
    ...written,
    name: 'sending a draft',
    given: (world) => aMessage(world, { body: 'Perhaps', from_role: 'owner', is_draft: true }),
    act: ({ operator }, path) => operator.patch(path, { is_draft: false, body: 'Surely' }),
    repeated: 'the same',
  },
  {
    ...written,
    name: 'reporting a delivery',
    given: (world) => aMessage(world, { body: 'Welcome!', from_role: 'owner' }),
    act: ({ operator }, path) => operator.patch(path, { delivered_utc: '2030-01-01T10:00:00Z' }),
    repeated: 'the same',
  },
  {
    ...written,
    name: 'removing a message with images',
    given: (world) => aMessage(world, { body: 'Oops', attachments: [image, image] }),
    act: ({ operator }, path) => operator.post(`${path}/remove`, {}),
    repeated: 'the same',
  },
];
