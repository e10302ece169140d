import type { PortalServices } from '../services/portal-services';
import type { PortalUnderTest } from '../testing/portal-under-test';
import { answering, startSignedIn } from '../testing/start-signed-in';

const announcement = {
  id: 3,
  topic: 'api_changes',
  title: 'Guests <get> a title',
  body: 'A new field, <title>.\n\nIt may be empty.',
  effective_date: '2027-01-15',
  published_utc: '2026-05-01T10:00:00Z',
};

let portal: PortalUnderTest;
const start = async (items: object[], { offset = 0, next = null as string | null } = {}) => {
  const listAnnouncements = answering({
    status: 200,
    body: { items, offset, limit: 20, next_page_url: next },
    headers: new Headers(),
  });
  const api = (() => ({ listAnnouncements })) as never as PortalServices['api'];
  const signedIn = await startSignedIn({}, { role: 'member', services: { api } });
  portal = signedIn.portal;
  return { listAnnouncements, page: await signedIn.browser.open(`/portal/announcements?offset=${offset}`) };
};
afterEach(() => portal.stop());

describe('the announcements page', () => {
  it('shows announcements with their topic, effective date and escaped paragraphs', async () => {
    const { page } = await start([announcement]);
    expect(page.html).toContain('Guests &lt;get> a title');
    expect(page.html).toContain('<p>A new field, &lt;title>.</p><p>It may be empty.</p>');
    expect(page.html).toMatch(/API change[^]*Effective [^<]*2027|Effective [^<]*2027[^]*API change/);
  });

  it('says that there are no announcements if the list is empty, and still links to the feed', async () => {
    const { page } = await start([]);
    expect(page.html).toContain('No announcements');
    expect(page.html).toContain('href="/announcements.atom"');
  });

  it('links to the previous and the next page of announcements', async () => {
    const { page, listAnnouncements } = await start([announcement], { offset: 20, next: '/announcements?offset=40' });
    expect(listAnnouncements.mock.calls[0]![0]).toEqual({ query: { limit: 20, offset: 20 } });
    expect(page.html).toContain('href="/portal/announcements?offset=0"');
    expect(page.html).toContain('href="/portal/announcements?offset=40"');
  });
});
