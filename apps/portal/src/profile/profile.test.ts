import type { Browser } from '../testing/browser';
import type { PortalUnderTest } from '../testing/portal-under-test';
import { answering, errorOf, fieldOf, refusing, startSignedIn } from '../testing/start-signed-in';
import { ada, sessionToken } from '../testing/stub-identity';

const listed = { ...ada.person, has_password: true, created_utc: '2026-05-01T10:00:00Z' };
const passwords = { current_password: 'the one of before', password: 'the one of today', repeated: 'the one of today' };

let portal: PortalUnderTest;
let browser: Browser;
const start = async (...[answers, options]: Parameters<typeof startSignedIn>) => {
  ({ portal, browser } = await startSignedIn(answers, options));
  return browser.open('/portal/profile');
};
afterEach(() => portal.stop());

describe('the profile page', () => {
  it('is available to members too', async () => {
    const { status, html } = await start({}, { role: 'member' });
    expect([status, fieldOf(html, 'first_name')]).toEqual([200, expect.stringContaining('value="Ada"')]);
  });

  it('saves the name, and shows a message that the name was saved', async () => {
    const changeOwnName = answering(listed);
    await start({ changeOwnName });
    await browser.submit('/portal/profile/name', { first_name: 'Ada', last_name: 'Byron' });
    expect(changeOwnName.mock.calls[0]![0]).toEqual({
      body: { user_id: 42, person_id: 7, first_name: 'Ada', last_name: 'Byron' },
    });
    expect((await browser.open('/portal/profile')).html).toContain('Your name is saved.');
  });

  it('keeps a refused name in the form, and marks its field', async () => {
    await start({ changeOwnName: refusing('last_name: expected at most 200 characters') });
    const sent = { first_name: 'Ada', last_name: '"<x>' };
    const { status, html } = await browser.submit('/portal/profile/name', sent);
    expect([status, errorOf(html, 'last_name')]).toEqual([400, 'Expected at most 200 characters.']);
    expect(fieldOf(html, 'last_name')).toContain('value="&#34;<x>"');
  });

  it('changes the password without ending the current session', async () => {
    const changeOwnPassword = answering({});
    await start({ changeOwnPassword });
    await browser.submit('/portal/profile/password', passwords);
    expect(changeOwnPassword.mock.calls[0]![0]).toEqual({
      body: {
        user_id: 42,
        person_id: 7,
        current_password: passwords.current_password,
        new_password: passwords.password,
        token: sessionToken,
        address: '192.0.2.1',
      },
    });
    expect((await browser.open('/portal/profile')).html).toContain('Your password is changed.');
  });

  it.each([
    ['current_password: it is wrong', 'current_password', 'It is wrong.'],
    ['new_password: expected at least 12 characters', 'password', 'Expected at least 12 characters.'],
  ])('marks the field of the error “%s”, and shows no password', async (message, field, error) => {
    await start({ changeOwnPassword: refusing(message) });
    const { status, html } = await browser.submit('/portal/profile/password', passwords);
    expect([status, errorOf(html, field)]).toEqual([400, error]);
    expect(html).not.toMatch(/the one of/);
  });

  it('refuses a new password if its repetition differs', async () => {
    await start();
    const { html } = await browser.submit('/portal/profile/password', { ...passwords, repeated: 'the one of then' });
    expect(errorOf(html, 'repeated')).toBe('The two passwords differ.');
  });

  it('ends all sessions of the person, and then shows a message about this on the sign-in page', async () => {
    await start({ endAllSessions: answering({}) });
    expect((await browser.submit('/portal/profile/sessions')).location).toBe('/portal/sign-in');
    expect(browser.cookies.has('keyhaven_session')).toBe(false);
    expect((await browser.open('/portal/sign-in')).html).toContain('You are signed out everywhere.');
  });
});
