import type { Scenario } from '../scenario';

export async function callMessages({ call, prepare, platform }: Scenario): Promise<void> {
  const { items } = await prepare('listBookings', { query: { limit: 1000 } });
  const thread_id = items.find(({ thread_ids }) => thread_ids.length > 0)!.thread_ids[0]!;
  await call('listMessages', 'The newest messages of a thread', { query: { thread_id, newest_first: true, limit: 2 } });
  await call('listMessages', 'Without a thread', {}, { status: 400 });
  await call('createMessage', 'Post a text', { body: { thread_id, body: 'The key is in the box beside the door.' } });
  const made = await call('createMessage', 'Post a text with an image', {
    body: {
      thread_id,
      body: 'This is the door.',
      attachment_url: `${platform.receiver}/images/door.png`,
    },
  });
  await call('createMessage', 'Neither a text nor an image', { body: { thread_id } }, { status: 400 });
  const unknown = { thread_id: 987654321, body: 'Hello' };
  await call('createMessage', 'A thread that does not exist', { body: unknown }, { status: 400 });
  await call('getMessage', 'One message with its attachment', { params: { id: made.id } });
  await call('getMessage', 'A message that does not exist', { params: { id: 987654321 } }, { status: 404 });
  const { pathname, searchParams } = new URL(made.attachment_urls![0]!);
  const params = { key: pathname.split('/').at(-1)! };
  const query = Object.fromEntries(searchParams);
  const headers = { authorization: '' };
  await call('getAttachment', 'An attachment, at an address in attachment_urls', { params, query, headers });
  const changed = { ...query, signature: 'AAAA' };
  await call('getAttachment', 'A wrong signature', { params, query: changed, headers }, { status: 404 });
}
