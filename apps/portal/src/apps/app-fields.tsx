import { MAX_REDIRECT_URIS } from '@keyhaven/contracts/identity/oauth-apps';
import { Checkbox, Field, TextArea } from '@keyhaven/pages/components/field';
import type { AppForm } from './domain/app-form';

interface AppFieldsProps {
  entered: AppForm;
  errors: Readonly<Record<string, string>>;
}

/** The fields of an app, in the form for a new app and on the setup page. */
export function AppFields({ entered, errors }: AppFieldsProps): JSX.Element {
  return (
    <>
      <Field
        name="name"
        label="Name"
        hint="Shown to people who are asked to allow the app."
        value={entered.name}
        error={errors.name}
        maxLength={100}
        isRequired
      />
      <TextArea
        name="description"
        label="Description"
        hint="What the app does, in a sentence or two. Shown on the same page."
        value={entered.description}
        error={errors.description}
      />
      <Field
        name="website_url"
        label="Website"
        type="url"
        value={entered.website_url}
        error={errors.website_url}
        maxLength={2000}
      />
      <TextArea
        name="redirect_uris"
        label="Redirect addresses"
        hint={`One a line, ${MAX_REDIRECT_URIS} at most. Requests must name one of them character by character; https, or http on your own machine.`}
        value={entered.redirect_uris}
        error={errors.redirect_uris}
        maxLength={MAX_REDIRECT_URIS * 2001}
        isRequired
      />
      <Checkbox
        name="uses_refresh_tokens"
        label="Access tokens expire after an hour, and refresh tokens renew them"
        hint="Otherwise access tokens do not expire."
        isChecked={entered.uses_refresh_tokens}
      />
      <Checkbox
        name="is_subscribed_to_announcements"
        label="Subscribe to announcements on API changes and API bug fixes"
        hint="The people of this account get them by e-mail, where the platform sends e-mail. They are on the page Announcements, too."
        isChecked={entered.is_subscribed_to_announcements}
      />
    </>
  );
}
