import { Button } from '@keyhaven/pages/components/button';
import { Field } from '@keyhaven/pages/components/field';
import { Hidden } from '@keyhaven/pages/components/hidden';
import { cardPage } from '../layout/card-page';
import { PageForm } from '../layout/page-form';
import { RefusalNotice } from '../layout/refusal-notice';
import type { FormRefusal } from '../visit/form-refusal';
import { anySite, type Reply } from '../visit/reply';
import type { Visit } from '../visit/visit';

interface SignInForm {
  next: string;
  emailAddress: string;
  refusal: FormRefusal;
}

export function signInPage(visit: Visit, { next, emailAddress, refusal }: SignInForm): Reply {
  const isForApp = next.startsWith('/oauth/authorize');
  return cardPage(visit, {
    title: 'Sign in',
    status: refusal.status,
    formTargets: isForApp ? anySite : undefined,
    children: (
      <section class="stack">
        <h1>Sign in</h1>
        {isForApp ? <p class="soft">An app asks to use your account. Sign in to see what it asks for.</p> : ''}
        <RefusalNotice refusal={refusal} />
        <PageForm visit={visit} action="/portal/sign-in" class="form">
          <Hidden name="next" value={next} />
          <Field
            name="email_address"
            label="E-mail address"
            type="email"
            value={emailAddress}
            autocomplete="username"
            isRequired
            isFocused={emailAddress === ''}
          />
          <Field
            name="password"
            label="Password"
            type="password"
            autocomplete="current-password"
            isRequired
            isFocused={emailAddress !== ''}
          />
          <div class="actions">
            <Button text="Sign in" isFull />
          </div>
        </PageForm>
        <p>
          <a href="/portal/forgotten-password">Forgotten your password?</a>
        </p>
      </section>
    ),
  });
}
