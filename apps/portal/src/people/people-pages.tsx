import type { Role } from '@keyhaven/contracts/identity/identity';
import type { ListedPerson } from '@keyhaven/contracts/identity/person';
import { Badge } from '@keyhaven/pages/components/badge';
import { Button, LinkButton } from '@keyhaven/pages/components/button';
import { CodeBlock } from '@keyhaven/pages/components/code-block';
import { Field, Select } from '@keyhaven/pages/components/field';
import { Hidden } from '@keyhaven/pages/components/hidden';
import { Notice } from '@keyhaven/pages/components/notice';
import { PageHead } from '@keyhaven/pages/components/page-head';
import { Panel } from '@keyhaven/pages/components/panel';
import { Cell, Row, Table } from '@keyhaven/pages/components/table';
import { formatInstant } from '@keyhaven/pages/format/dates';
import { nameOf } from '../layout/names';
import { PageForm } from '../layout/page-form';
import { RefusalNotice } from '../layout/refusal-notice';
import { sitePage } from '../layout/site-page';
import type { FormRefusal } from '../visit/form-refusal';
import type { Reply } from '../visit/reply';
import type { SignedInVisit } from '../visit/visit';

export interface InvitationForm {
  email_address: string;
  first_name: string;
  last_name: string;
  role: Role;
}
export const noInvitation: InvitationForm = { email_address: '', first_name: '', last_name: '', role: 'member' };

const roleNames: Record<Role, string> = { owner: 'Owner', member: 'Member' };
const roleOptions = [
  { value: 'member', text: 'Member: may only read' },
  { value: 'owner', text: 'Owner: may do everything' },
];

interface PeoplePage {
  people: readonly ListedPerson[];
  refusal: FormRefusal;
  invitation: InvitationForm;
}

export function peoplePage(visit: SignedInVisit, { people, refusal, invitation }: PeoplePage): Reply {
  return sitePage(visit, {
    title: 'People',
    current: '/portal/people',
    status: refusal.status,
    children: (
      <>
        <PageHead title="People" lead="Those who sign in to this account, and what they may do." />
        <RefusalNotice refusal={refusal} />
        <Panel isFlush>
          <Table label="People of the account" columns={['Name', 'Role', 'Since', '']}>
            {people.map((person) => (
              <PersonRow visit={visit} person={person} />
            ))}
          </Table>
        </Panel>
        <Panel title="Invite somebody" lead="The person gets a link that works for three days.">
          <InvitationFields visit={visit} invitation={invitation} refusal={refusal} />
        </Panel>
      </>
    ),
  });
}

function PersonRow({ visit, person }: { visit: SignedInVisit; person: ListedPerson }): JSX.Element {
  const { account, person: me } = visit.session;
  const at = `/portal/people/${person.id}`;
  const other: Role = person.role === 'owner' ? 'member' : 'owner';
  const name = nameOf(person);
  return (
    <Row>
      <Cell label="Name" look="lead">
        <strong safe>{name}</strong>
        {name === person.email_address ? '' : <small safe>{person.email_address}</small>}
      </Cell>
      <Cell label="Role">
        <Badge text={roleNames[person.role]} kind={person.role === 'owner' ? 'info' : undefined} />
        {person.has_password ? '' : <Badge text="Invited" kind="warn" />}
      </Cell>
      <Cell label="Since" look="tight" text={formatInstant(person.created_utc, account.time_zone)} />
      <Cell label="" look="acts">
        {person.id === me.id ? (
          <LinkButton text="Your profile" href="/portal/profile" look="quiet" isSmall />
        ) : (
          <>
            <PageForm visit={visit} action={`${at}/link`}>
              <Button
                text={person.has_password ? 'Reset link' : 'New link'}
                look="quiet"
                isSmall
                label={`${person.has_password ? 'Reset link' : 'New link'} for ${name}`}
              />
            </PageForm>
            <PageForm visit={visit} action={`${at}/role`}>
              <Hidden name="role" value={other} />
              <Button text={`Make ${other}`} look="quiet" isSmall label={`Make ${other}: ${name}`} />
            </PageForm>
            <PageForm visit={visit} action={`${at}/remove`} confirm={`Remove ${name} with all sessions and tokens?`}>
              <Button text="Remove" look="danger" isSmall label={`Remove ${name}`} />
            </PageForm>
          </>
        )}
      </Cell>
    </Row>
  );
}

interface InvitationFieldsProps {
  visit: SignedInVisit;
  invitation: InvitationForm;
  refusal: FormRefusal;
}

function InvitationFields({ visit, invitation, refusal: { fields } }: InvitationFieldsProps): JSX.Element {
  return (
    <PageForm visit={visit} action="/portal/people" class="form">
      <Field
        name="email_address"
        label="E-mail address"
        type="email"
        value={invitation.email_address}
        error={fields.email_address}
        isRequired
      />
      <div class="pair">
        <Field name="first_name" label="First name" value={invitation.first_name} error={fields.first_name} />
        <Field name="last_name" label="Last name" value={invitation.last_name} error={fields.last_name} />
      </div>
      <Select name="role" label="Role" value={invitation.role} options={roleOptions} />
      <div class="actions">
        <Button text="Invite" />
      </div>
    </PageForm>
  );
}

/** Shows a new link, which the owner gives to the person. No other page ever shows this link. */
export function linkMadePage(
  visit: SignedInVisit,
  { name, url, expires_utc }: { name: string; url: string; expires_utc: string },
): Reply {
  const until = formatInstant(expires_utc, visit.session.account.time_zone);
  return sitePage(visit, {
    title: 'A link was made',
    current: '/portal/people',
    children: (
      <>
        <PageHead title={`A link for ${name}`} parent={{ href: '/portal/people', text: 'People' }} />
        <Panel>
          <div class="stack">
            <Notice
              kind="warn"
              title="Hand it over yourself"
              text={`This platform sends no e-mail. Give the link to ${name} only: it sets the password. It is shown once, and works once, until ${until}.`}
            />
            <CodeBlock label="The link" text={url} />
          </div>
        </Panel>
      </>
    ),
  });
}
