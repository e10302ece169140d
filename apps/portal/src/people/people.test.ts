import type { Browser } from '../testing/browser';
import type { PortalUnderTest } from '../testing/portal-under-test';
import { answering, errorOf, fieldOf, refusing, refusingWith, startSignedIn } from '../testing/start-signed-in';
import { ada } from '../testing/stub-identity';

const created_utc = '2026-05-01T10:00:00Z';
const me = { ...ada.person, has_password: true, created_utc };
const bo = {
  id: 8,
  email_address: 'bo@example.com',
  first_name: 'Bo <b>',
  last_name: '& "Sons"',
  role: 'member' as const,
  has_password: false,
  created_utc,
};
const link = { url: 'http://127.0.0.1:8080/portal/links/a-secret-token', expires_utc: '2026-05-04T10:00:00Z' };

let portal: PortalUnderTest;
let browser: Browser;
const listPeople = answering({ items: [me, bo] });
const start = async (...[answers, options]: Parameters<typeof startSignedIn>) => {
  ({ portal, browser } = await startSignedIn({ listPeople, ...answers }, options));
  return browser.open('/portal/people');
};
afterEach(() => portal.stop());

describe('the page with the people of an account', () => {
  it('escapes the names of people, marks invited people, and offers actions only for people other than the signed-in person', async () => {
    const { html } = await start();
    expect(html).toContain('<strong>Bo &lt;b> &amp; &#34;Sons&#34;</strong>');
    expect(html).toContain('Invited');
    expect(html).toContain('action="/portal/people/8/remove" data-confirm="Remove Bo <b> &amp; &#34;Sons&#34;');
    expect(html).not.toContain('action="/portal/people/7/');
  });

  it('is not shown to members, and members cannot change people', async () => {
    const invitePerson = answering({ person: bo, link });
    const { status, html } = await start({ invitePerson }, { role: 'member' });
    expect([status, html]).toEqual([403, expect.stringContaining('Only owners of the account')]);
    await browser.open('/portal');
    const csrf_token = browser.cookies.get('keyhaven_csrf')!;
    for (const action of ['', '/8/link', '/8/role', '/8/remove']) {
      expect((await browser.submit(`/portal/people${action}`, { csrf_token })).status).toBe(403);
    }
    expect(invitePerson).not.toHaveBeenCalled();
  });

  it('keeps the entered values of a refused invitation, and marks the wrong field', async () => {
    await start({ invitePerson: refusing('email_address: expected an e-mail address, got bo"') });
    const sent = { email_address: 'bo"', first_name: 'Bo', last_name: '<i>', role: 'owner' };
    const { status, html } = await browser.submit('/portal/people', sent);
    expect([status, errorOf(html, 'email_address')]).toEqual([400, 'Expected an e-mail address, got bo&#34;.']);
    expect(fieldOf(html, 'email_address')).toContain('value="bo&#34;"');
    expect(fieldOf(html, 'last_name')).toContain('value="<i>"');
    expect(html).toContain('<option value="owner" selected>');
  });

  it('shows the link of an invited person once', async () => {
    const invitePerson = answering({ person: bo, link });
    await start({ invitePerson });
    const sent = { email_address: 'bo@example.com', first_name: ' Bo ', last_name: '', role: 'member' };
    const made = await browser.submit('/portal/people', sent);
    expect((await browser.open(made.location!)).html).toContain(link.url);
    expect((await browser.open(made.location!)).location).toBe('/portal/people');
    expect(invitePerson.mock.calls[0]![0]).toEqual({
      body: { user_id: 42, person_id: 7, ...sent, first_name: 'Bo' },
    });
    expect((await browser.open('/portal/people')).html).not.toContain(link.url);
  });

  it('says that a link was sent by e-mail, and does not show the link', async () => {
    await start({ createPersonLink: answering({ person: bo, link: null }) });
    const { location } = await browser.submit('/portal/people/8/link');
    const { html } = await browser.open(location!);
    expect(html).toContain('The link is on its way to bo@example.com.');
    expect(html).not.toContain('<pre');
  });

  it('shows a message after a role was changed and after a person was removed', async () => {
    await start({ changeRole: answering({ ...bo, role: 'owner' as const }), removePerson: answering({}) });
    expect((await browser.submit('/portal/people/8/role')).location).toBe('/portal/people');
    expect((await browser.open('/portal/people')).html).toContain('bo@example.com is an owner now.');
    await browser.submit('/portal/people/8/remove');
    expect((await browser.open('/portal/people')).html).toContain(
      'The person is removed, with all sessions and tokens.',
    );
  });

  it('says above the list why the role of the last owner cannot be changed', async () => {
    await start({ changeRole: refusingWith('conflict', 'the account would have no owner') });
    const { status, html } = await browser.submit('/portal/people/8/role');
    expect([status, html]).toEqual([409, expect.stringContaining('The account would have no owner.')]);
    expect(html).toContain('bo@example.com');
  });
});
