/** What a person entered about an app. */
export interface AppForm {
  name: string;
  description: string;
  website_url: string;
  /** The redirect URIs, one per line. */
  redirect_uris: string;
  is_public: boolean;
  uses_refresh_tokens: boolean;
  is_subscribed_to_announcements: boolean;
}

interface SentFields {
  text(name: string): string;
  isChecked(name: string): boolean;
}

export const appForms = {
  /** The form for a new app. The app is subscribed to the announcements unless the person unchecks the checkbox. */
  empty: {
    name: '',
    description: '',
    website_url: '',
    redirect_uris: '',
    is_public: false,
    uses_refresh_tokens: false,
    is_subscribed_to_announcements: true,
  } satisfies AppForm,
  read: (form: SentFields): AppForm => ({
    name: form.text('name'),
    description: form.text('description'),
    website_url: form.text('website_url'),
    redirect_uris: form.text('redirect_uris'),
    is_public: form.isChecked('is_public'),
    uses_refresh_tokens: form.isChecked('uses_refresh_tokens'),
    is_subscribed_to_announcements: form.isChecked('is_subscribed_to_announcements'),
  }),
  /**
   * Returns the request body for the identity service, without `is_public`, which can be chosen only when the app is
   * created.
   */
  asBody: ({ website_url, redirect_uris, is_public: _decidedOnce, ...entered }: AppForm) => ({
    ...entered,
    website_url: website_url === '' ? null : website_url,
    redirect_uris: redirect_uris
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  }),
};
