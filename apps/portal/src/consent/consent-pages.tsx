import type { AuthorizationCheck } from '@keyhaven/contracts/identity/oauth-authorization';
import { Button } from '@keyhaven/pages/components/button';
import { Checkbox } from '@keyhaven/pages/components/field';
import { FactLine, Facts, FactOf } from '@keyhaven/pages/components/facts';
import { Notice } from '@keyhaven/pages/components/notice';
import { cardPage } from '../layout/card-page';
import { nameOf } from '../layout/names';
import { PageForm } from '../layout/page-form';
import { RefusalNotice } from '../layout/refusal-notice';
import { asSentence, type FormRefusal } from '../visit/form-refusal';
import { anySite, type Reply } from '../visit/reply';
import type { SignedInVisit } from '../visit/visit';

type Question = Extract<AuthorizationCheck, { outcome: 'ask' }>;

/** Asks whether an app may use the account. */
export function consentPage(visit: SignedInVisit, question: Question, refusal: FormRefusal): Reply {
  const { app, developer, scope, account, redirect_uri: redirectUri, is_authorized: isAuthorized } = question;
  const { person } = visit.session;
  const { host } = new URL(redirectUri);
  return cardPage(visit, {
    title: `Allow ${app.name}?`,
    status: refusal.status,
    formTargets: anySite,
    children: (
      <>
        <section class="stack">
          <p class="soft">An app asks to use your account</p>
          <h1 safe>{app.name}</h1>
          {app.description === '' ? '' : <p safe>{app.description}</p>}
          <RefusalNotice refusal={refusal} />
          {isAuthorized ? <Notice text="The account has allowed this app before." /> : ''}
        </section>
        <section>
          <Facts>
            <FactLine name="Account" value={account.company_name} more={`You are ${nameOf(person)}`} />
            <FactLine name="May" value={scopeWords[scope].may} more={scopeWords[scope].more} />
            <FactLine name="Made by" value={developer} />
            {app.website_url === null ? (
              ''
            ) : (
              <FactOf name="Website">
                <a href={app.website_url} rel="noreferrer noopener" safe>
                  {app.website_url}
                </a>
              </FactOf>
            )}
            <FactLine name="Then you go to" value={host} />
          </Facts>
        </section>
        <section>
          <PageForm visit={visit} action={visit.url} class="form">
            {scope === 'full' ? (
              <Checkbox
                name="scope"
                value="read"
                label="Allow reading only"
                hint="The app may not work as it should without writing."
              />
            ) : (
              ''
            )}
            <div class="actions">
              <Button text="Allow" name="decision" value="allow" />
              <Button text="Refuse" name="decision" value="refuse" look="quiet" />
            </div>
          </PageForm>
        </section>
      </>
    ),
    below: <p class="soft">You can end this at any time on the page Authorized apps.</p>,
  });
}

const scopeWords = {
  full: {
    may: 'Read and write everything of the account',
    more: 'Bookings, guests, prices, calendar, messages, payments and webhooks',
  },
  read: { may: 'Read everything of the account', more: 'It cannot change anything' },
};

/**
 * The page for an authorization request that must not be answered with a redirect, because the app or its redirect URI
 * is unknown.
 */
export function refusedRequestPage(visit: SignedInVisit, messages: readonly string[]): Reply {
  return cardPage(visit, {
    title: 'This request is not valid',
    status: 400,
    children: (
      <section class="stack">
        <h1>This request is not valid</h1>
        <p class="soft">The link that brought you here was made by an app. Its developer can correct it.</p>
        <Notice kind="danger">
          {messages.map((message) => (
            <p safe>{asSentence(message)}</p>
          ))}
        </Notice>
        <p>
          <a href="/portal">To the overview</a>
        </p>
      </section>
    ),
  });
}
