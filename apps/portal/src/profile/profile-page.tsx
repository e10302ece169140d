import { Button } from '@keyhaven/pages/components/button';
import { Field } from '@keyhaven/pages/components/field';
import { PageHead } from '@keyhaven/pages/components/page-head';
import { Panel } from '@keyhaven/pages/components/panel';
import { PageForm } from '../layout/page-form';
import { RefusalNotice } from '../layout/refusal-notice';
import { sitePage } from '../layout/site-page';
import { NewPasswordFields } from '../links/link-pages';
import type { FormRefusal } from '../visit/form-refusal';
import type { Reply } from '../visit/reply';
import type { SignedInVisit } from '../visit/visit';

interface ProfileRefusals {
  ofName: FormRefusal;
  ofPassword: FormRefusal;
}

export function profilePage(visit: SignedInVisit, { ofName, ofPassword }: ProfileRefusals): Reply {
  const { person } = visit.session;
  return sitePage(visit, {
    title: 'Your profile',
    current: '/portal/profile',
    status: Math.max(ofName.status, ofPassword.status),
    children: (
      <>
        <PageHead title="Your profile" lead={person.email_address} />
        <Panel title="Name">
          <RefusalNotice refusal={ofName} />
          <PageForm visit={visit} action="/portal/profile/name" class="form">
            <div class="pair">
              <Field
                name="first_name"
                label="First name"
                value={person.first_name}
                error={ofName.fields.first_name}
                autocomplete="given-name"
              />
              <Field
                name="last_name"
                label="Last name"
                value={person.last_name}
                error={ofName.fields.last_name}
                autocomplete="family-name"
              />
            </div>
            <div class="actions">
              <Button text="Save the name" />
            </div>
          </PageForm>
        </Panel>
        <Panel title="Password" lead="A new password signs you out everywhere else.">
          <RefusalNotice refusal={ofPassword} />
          <PageForm visit={visit} action="/portal/profile/password" class="form">
            <Field
              name="current_password"
              label="Current password"
              type="password"
              autocomplete="current-password"
              error={ofPassword.fields.current_password}
              isRequired
            />
            <NewPasswordFields refusal={ofPassword} />
            <div class="actions">
              <Button text="Change the password" />
            </div>
          </PageForm>
        </Panel>
        <Panel title="Sessions" lead="A session ends by itself when it is not used for fourteen days.">
          <PageForm visit={visit} action="/portal/profile/sessions" confirm="Sign out on every device, this one too?">
            <Button text="Sign out everywhere" look="danger" />
          </PageForm>
        </Panel>
      </>
    ),
  });
}
