import type { Browser } from '../testing/browser';
import type { PortalUnderTest } from '../testing/portal-under-test';
import { answering, errorOf, fieldOf, refusing, refusingWith, startSignedIn } from '../testing/start-signed-in';
import { ada } from '../testing/stub-identity';

const token = {
  id: 11,
  name: '<Report> "1"',
  scope: 'read' as const,
  person: { ...ada.person, id: 9, first_name: 'Bo', last_name: '& Co' },
  created_utc: '2026-05-01T10:00:00Z',
  expires_utc: '2026-05-02T10:00:00Z',
  last_used_utc: null,
};
const issued = { id: 12, token: 'pt_shown-once', kind: 'personal', scope: 'full' } as never;

let portal: PortalUnderTest;
let browser: Browser;
const start = async (...[answers, options]: Parameters<typeof startSignedIn>) => {
  const listPersonalTokens = answering({ items: [token], next_before_id: null });
  ({ portal, browser } = await startSignedIn({ listPersonalTokens, ...answers }, options));
  return browser.open('/portal/tokens');
};
afterEach(() => portal.stop());

describe('the page for personal access tokens', () => {
  it('lists tokens with their escaped names, their owners, and whether they have expired', async () => {
    const { html } = await start();
    expect(html).toContain('<strong>&lt;Report> &#34;1&#34;</strong><small>Bo &amp; Co</small>');
    expect(html).toContain('Expired');
    expect(html).toContain('data-confirm="Revoke “<Report> &#34;1&#34;”?');
  });

  it.each(['owner', 'member'] as const)(
    'says to each %s that there are no tokens if the list is empty',
    async (role) => {
      const { html } = await start({ listPersonalTokens: answering({ items: [], next_before_id: null }) }, { role });
      expect(html).toContain('No tokens');
      expect(html).not.toContain('Last used');
    },
  );

  it('continues the list after the last id of the previous page', async () => {
    const listPersonalTokens = answering({ items: [token], next_before_id: 11 });
    const { html } = await start({ listPersonalTokens });
    expect(html).toContain('href="/portal/tokens?before=11"');
    await browser.open('/portal/tokens?before=11');
    expect(listPersonalTokens.mock.calls.at(-1)![0]).toEqual({ body: { user_id: 42, person_id: 7, before_id: 11 } });
  });

  it('shows a new token only once', async () => {
    const createPersonalToken = answering(issued);
    await start({ createPersonalToken });
    const sent = { name: 'Nightly', scope: 'full', expiry: 'never' };
    const made = await browser.submit('/portal/tokens', sent);
    expect([made.status, made.location]).toEqual([303, '/portal/tokens/made']);
    expect([...browser.cookies.values()].join()).not.toContain('pt_shown-once');
    expect((await browser.open(made.location!)).html).toContain('pt_shown-once');
    // Reloading the page neither shows the token again nor creates another one.
    expect((await browser.open(made.location!)).location).toBe('/portal/tokens');
    expect(createPersonalToken).toHaveBeenCalledTimes(1);
    expect(createPersonalToken.mock.calls[0]![0]).toEqual({
      body: { user_id: 42, person_id: 7, name: 'Nightly', scope: 'full', expires_utc: null },
    });
    expect((await browser.open('/portal/tokens')).html).not.toContain('pt_shown-once');
  });

  it('keeps the entered values if a token is refused, and marks the wrong field', async () => {
    await start({ createPersonalToken: refusing('name: expected at least 1 character') });
    const { status, html } = await browser.submit('/portal/tokens', { name: '"', scope: 'read', expiry: '30' });
    expect([status, errorOf(html, 'name')]).toEqual([400, 'Expected at least 1 character.']);
    expect(fieldOf(html, 'name')).toContain('value="&#34;"');
    expect(html).toContain('<option value="read" selected>');
    expect(html).toContain('<option value="30" selected>');
  });

  it("refuses an expiry that is not in the form's list", async () => {
    await start();
    const { status, html } = await browser.submit('/portal/tokens', { name: 'x', scope: 'full', expiry: '9' });
    expect([status, errorOf(html, 'expiry')]).toEqual([400, 'Choose one of the times in the list.']);
  });

  it('revokes a token, and then says when the token stops working', async () => {
    const revokePersonalToken = answering({});
    await start({ revokePersonalToken });
    await browser.submit('/portal/tokens/11/revoke');
    expect(revokePersonalToken.mock.calls[0]![0]).toMatchObject({ params: { id: '11' } });
    const { html } = await browser.open('/portal/tokens');
    expect(html).toContain('The token is revoked. It stops within five seconds.');
  });

  it('returns 404 for a token that does not exist', async () => {
    await start({ revokePersonalToken: refusingWith('not_found', 'there is no token 11') });
    expect((await browser.submit('/portal/tokens/11/revoke')).status).toBe(404);
  });
});
