import { messageRoles } from '@keyhaven/contracts/messaging/message';
import { instant } from '../../testing/client-rows';
import type { PlatformForClients } from '../../testing/platform-for-clients';

/** Tests programs that show conversations. */
export function describeMessages(platform: () => PlatformForClients): void {
  describe('a program that shows a conversation', () => {
    let thread: number;
    let removed: number;
    beforeAll(async () => {
      const { make, operate, ids } = platform();
      const conversation = { booking_id: ids.secondBooking, guest_id: ids.secondGuest, channel: 'airbnb' };
      thread = await make('messaging', '/threads', conversation);
      const write = (message: object) => make('messaging', '/messages', { thread_id: thread, ...message });
      for (const from_role of messageRoles) await write({ from_role, body: `From ${from_role}` });
      await write({ from_role: 'guest', from_contact_id: ids.secondGuest, body: 'Is the beach near?' });
      await write({ from_role: 'owner', body: 'Not finished', is_draft: true });
      removed = await write({ body: 'A mistake' });
      await operate('messaging', `/messages/${removed}/remove`, { method: 'POST', body: {} });
    });

    it.each(['threadId', 'thread_id'])(
      'gets the messages together with the thread and the guest if it sends %s',
      async (name) => {
        const { call, ids } = platform();
        const { body } = await call(`/v2/messages/?${name}=${thread}&include_attachments=True&limit=100`);
        const { items, ...beside } = body;
        expect(beside).toEqual({
          limit: 100,
          offset: 0,
          count: messageRoles.length + 2,
          next_page_url: null,
          thread: { id: thread, channel: 'airbnb', booking_id: ids.secondBooking },
          guest: { id: ids.secondGuest, first_name: 'Bruno', last_name: 'Keller' },
        });
        const named = items.map(({ from_role }: { from_role: string }) => from_role);
        expect(named).toEqual(expect.arrayContaining([...messageRoles]));
        const written = { from_role: 'guest', from_contact_id: ids.secondGuest, body: 'Is the beach near?' };
        const others = {
          thread_id: thread,
          date_utc: instant,
          is_draft: false,
          attachment_urls: [],
          removed_utc: null,
        };
        expect(items).toContainEqual(expect.objectContaining({ id: expect.any(Number), ...written, ...others }));
        const withoutText = { id: removed, body: null, attachment_urls: null, removed_utc: instant };
        expect(items).toContainEqual(expect.objectContaining(withoutText));
      },
    );

    it('gets drafts and attachments only with their include_ parameters', async () => {
      const { call } = platform();
      const read = async (query: string) =>
        (await call(`/v2/messages?thread_id=${thread}&limit=100${query}`)).body.items as { is_draft: boolean }[];
      expect((await read('')).filter((message) => message.is_draft || 'attachment_urls' in message)).toEqual([]);
      expect((await read('&include_drafts=True')).some(({ is_draft }) => is_draft)).toBe(true);
    });

    it('reads a single message', async () => {
      const shown = { id: removed, thread_id: thread, body: null, removed_utc: instant };
      expect((await platform().call(`/v2/messages/${removed}/`)).body).toMatchObject(shown);
    });
  });
}
