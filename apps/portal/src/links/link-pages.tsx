import type { LinkKind, LookedAtLink } from '@keyhaven/contracts/identity/link-routes';
import { PASSWORD_LENGTH } from '@keyhaven/contracts/identity/person';
import { Button } from '@keyhaven/pages/components/button';
import { Field } from '@keyhaven/pages/components/field';
import { Notice } from '@keyhaven/pages/components/notice';
import { cardPage } from '../layout/card-page';
import { PageForm } from '../layout/page-form';
import { RefusalNotice } from '../layout/refusal-notice';
import type { FormRefusal } from '../visit/form-refusal';
import type { Reply } from '../visit/reply';
import type { Visit } from '../visit/visit';

const titles: Record<LinkKind, string> = {
  first_user: 'Welcome to Keyhaven',
  invitation: 'Accept the invitation',
  password_reset: 'Choose a new password',
};

const leads: Record<LinkKind, (company: string) => string> = {
  first_user: (company) => `You are the first user of ${company}. Choose a password to sign in with.`,
  invitation: (company) => `You are invited to the account of ${company}. Choose a password to sign in with.`,
  password_reset: (company) => `For the account of ${company}. Everyone who is signed in as you is signed out.`,
};

/** The page that a one-time link opens: a form for a new password. */
export function linkPage(visit: Visit, { link, refusal }: { link: LookedAtLink; refusal: FormRefusal }): Reply {
  const { kind, person, account } = link;
  return cardPage(visit, {
    title: titles[kind],
    status: refusal.status,
    children: (
      <section class="stack">
        <h1 safe>{titles[kind]}</h1>
        <p class="soft" safe>
          {leads[kind](account.company_name)}
        </p>
        <RefusalNotice refusal={refusal} />
        <PageForm visit={visit} action={`/portal/links/${encodeURIComponent(visit.params.token!)}`} class="form">
          <Field
            name="email_address"
            label="E-mail address"
            type="email"
            value={person.email_address}
            autocomplete="username"
            isReadOnly
          />
          <NewPasswordFields refusal={refusal} isFocused />
          <div class="actions">
            <Button text="Set the password" isFull />
          </div>
        </PageForm>
      </section>
    ),
  });
}

/** Two fields: a new password, and its repetition. */
export function NewPasswordFields({ refusal, isFocused }: { refusal: FormRefusal; isFocused?: boolean }): JSX.Element {
  const { minimum, maximum } = PASSWORD_LENGTH;
  const length = { minLength: minimum, maxLength: maximum };
  return (
    <>
      <Field
        name="password"
        label="New password"
        type="password"
        autocomplete="new-password"
        hint={`At least ${minimum} characters. A sentence is easy to remember.`}
        error={refusal.fields.password}
        {...length}
        isRequired
        isFocused={isFocused}
      />
      <Field
        name="repeated"
        label="The same password again"
        type="password"
        autocomplete="new-password"
        error={refusal.fields.repeated}
        {...length}
        isRequired
      />
    </>
  );
}

interface ForgottenPassword {
  emailAddress?: string;
  refusal: FormRefusal;
  /** Whether this platform sends e-mail; undefined before the form was sent. */
  isMailed?: boolean;
}

export function forgottenPasswordPage(visit: Visit, { emailAddress, refusal, isMailed }: ForgottenPassword): Reply {
  return cardPage(visit, {
    title: 'Forgotten password',
    status: refusal.status,
    children: (
      <section class="stack">
        <h1>Forgotten password</h1>
        <RefusalNotice refusal={refusal} />
        {isMailed === undefined ? (
          <RequestForm visit={visit} emailAddress={emailAddress} />
        ) : (
          <Sent isMailed={isMailed} />
        )}
        <p>
          <a href="/portal/sign-in">Back to the sign-in page</a>
        </p>
      </section>
    ),
  });
}

function RequestForm({ visit, emailAddress }: { visit: Visit; emailAddress?: string }): JSX.Element {
  return (
    <PageForm visit={visit} action="/portal/forgotten-password" class="form">
      <Field
        name="email_address"
        label="E-mail address"
        type="email"
        value={emailAddress}
        autocomplete="username"
        isRequired
        isFocused
      />
      <div class="actions">
        <Button text="Send me a link" isFull />
      </div>
    </PageForm>
  );
}

function Sent({ isMailed }: { isMailed: boolean }): JSX.Element {
  return isMailed ? (
    <Notice
      kind="ok"
      title="Look into your mailbox"
      text="If a person with this address uses Keyhaven, a link to choose a new password is on its way. It works for an hour."
    />
  ) : (
    <Notice
      title="This platform sends no e-mail"
      text="Ask an owner of your account for a link to choose a new password. Owners make one on the page People; if there is none, the operator of the platform can."
    />
  );
}
