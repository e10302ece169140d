import { appForms } from './app-form';

const sent = (fields: Record<string, string>) => ({
  text: (name: string) => (fields[name] ?? '').trim(),
  isChecked: (name: string) => (fields[name] ?? '') !== '',
});

describe('the form of an app', () => {
  it('has the announcements checkbox checked by default', () => {
    expect(appForms.empty.is_subscribed_to_announcements).toBe(true);
  });

  it('does not subscribe the app to announcements if the checkbox is not sent', () => {
    expect(appForms.read(sent({ name: 'Sync' })).is_subscribed_to_announcements).toBe(false);
  });

  it('reads one redirect URI per line, and ignores empty lines', () => {
    const entered = appForms.read(sent({ redirect_uris: ' https://a.example/x \r\n\r\nhttps://b.example/y\n' }));
    expect(appForms.asBody(entered).redirect_uris).toEqual(['https://a.example/x', 'https://b.example/y']);
  });

  it('reads an empty website field as no website', () => {
    expect(appForms.asBody(appForms.empty).website_url).toBeNull();
  });
});
