import { quoteForShell } from '@keyhaven/api-docs/samples/quote-for-shell';
import type { Scope } from '@keyhaven/contracts/identity/identity';
import type { PersonalToken } from '@keyhaven/contracts/identity/personal-token-routes';
import { Badge } from '@keyhaven/pages/components/badge';
import { Button, LinkButton } from '@keyhaven/pages/components/button';
import { CodeBlock } from '@keyhaven/pages/components/code-block';
import { EmptyState } from '@keyhaven/pages/components/empty-state';
import { Field, Select } from '@keyhaven/pages/components/field';
import { Notice } from '@keyhaven/pages/components/notice';
import { PageHead } from '@keyhaven/pages/components/page-head';
import { Pagination } from '@keyhaven/pages/components/pagination';
import { Panel } from '@keyhaven/pages/components/panel';
import { Cell, Row, Table } from '@keyhaven/pages/components/table';
import { formatAgo, formatInstant } from '@keyhaven/pages/format/dates';
import { nameOf } from '../layout/names';
import { PageForm } from '../layout/page-form';
import { RefusalNotice } from '../layout/refusal-notice';
import { sitePage } from '../layout/site-page';
import type { FormRefusal } from '../visit/form-refusal';
import type { Reply } from '../visit/reply';
import type { SignedInVisit } from '../visit/visit';
import { expiryOptions, type TokenForm } from './domain/token-form';

const scopeOptions: { value: Scope; text: string }[] = [
  { value: 'full', text: 'Full: read and write' },
  { value: 'read', text: 'Read only' },
];

interface TokensPage {
  tokens: readonly PersonalToken[];
  /** The last id of this page, after which the next page begins. Null if this is the last page. */
  next: number | null;
  isFirst: boolean;
  refusal: FormRefusal;
  entered: TokenForm;
}

export function tokensPage(visit: SignedInVisit, { tokens, next, isFirst, refusal, entered }: TokensPage): Reply {
  const isOwner = visit.session.person.role === 'owner';
  const lead = isOwner
    ? 'Programs send them as the password, with the e-mail address of their person. You see those of all people.'
    : 'Programs send them as the password, with your e-mail address.';
  return sitePage(visit, {
    title: 'Personal access tokens',
    current: '/portal/tokens',
    status: refusal.status,
    children: (
      <>
        <PageHead title="Personal access tokens" lead={lead} />
        <RefusalNotice refusal={refusal} />
        <Panel isFlush>
          {tokens.length === 0 ? (
            <EmptyState title="No tokens" text="Create the first one below, and call the API with it." />
          ) : (
            <Table label="Personal access tokens" columns={['Name', 'Scope', 'Last used', 'Expires', '']}>
              {tokens.map((token) => (
                <TokenRow visit={visit} token={token} />
              ))}
            </Table>
          )}
          {isFirst && next === null ? (
            ''
          ) : (
            <Pagination
              text="Newest first"
              previousHref={isFirst ? undefined : '/portal/tokens'}
              nextHref={next === null ? undefined : `/portal/tokens?before=${next}`}
            />
          )}
        </Panel>
        <Panel
          title="Create a token"
          lead="It is shown once. Give each program one of its own, so that you can revoke it alone."
        >
          <PageForm visit={visit} action="/portal/tokens" class="form">
            <Field
              name="name"
              label="Name"
              hint="What will use it, such as “nightly report”."
              value={entered.name}
              error={refusal.fields.name}
              isRequired
            />
            <div class="pair">
              <Select
                name="scope"
                label="Scope"
                value={entered.scope}
                options={isOwner ? scopeOptions : scopeOptions.filter(({ value }) => value === 'read')}
                error={refusal.fields.scope}
              />
              <Select
                name="expiry"
                label="Expires"
                value={entered.expiry}
                options={expiryOptions}
                error={refusal.fields.expiry}
              />
            </div>
            <div class="actions">
              <Button text="Create the token" />
            </div>
          </PageForm>
        </Panel>
      </>
    ),
  });
}

function TokenRow({ visit, token }: { visit: SignedInVisit; token: PersonalToken }): JSX.Element {
  const { account, person: me } = visit.session;
  const name = token.name === '' ? `Token ${token.id}` : token.name;
  const isExpired = token.expires_utc !== null && new Date(token.expires_utc) <= visit.now;
  return (
    <Row>
      <Cell label="Name" look="lead">
        <strong safe>{name}</strong>
        {token.person.id === me.id ? '' : <small safe>{nameOf(token.person)}</small>}
      </Cell>
      <Cell label="Scope">
        <Badge text={token.scope === 'read' ? 'Read' : 'Full'} />
      </Cell>
      <Cell
        label="Last used"
        look="tight"
        text={token.last_used_utc === null ? 'Never' : formatAgo(token.last_used_utc, visit.now)}
      />
      <Cell label="Expires" look="tight">
        {isExpired ? <Badge text="Expired" kind="warn" /> : ''}
        <span safe>{token.expires_utc === null ? 'Never' : formatInstant(token.expires_utc, account.time_zone)}</span>
      </Cell>
      <Cell label="" look="acts">
        <PageForm
          visit={visit}
          action={`/portal/tokens/${token.id}/revoke`}
          confirm={`Revoke “${name}”? Programs that use it stop.`}
        >
          <Button text="Revoke" look="danger" isSmall label={`Revoke ${name}`} />
        </PageForm>
      </Cell>
    </Row>
  );
}

/** Shows a new token. No other page ever shows this token. */
export function tokenMadePage(visit: SignedInVisit, { name, token }: { name: string; token: string }): Reply {
  const { person } = visit.session;
  return sitePage(visit, {
    title: 'A token was made',
    current: '/portal/tokens',
    children: (
      <>
        <PageHead title={`The token “${name}”`} parent={{ href: '/portal/tokens', text: 'Personal access tokens' }} />
        <Panel>
          <div class="stack">
            <Notice
              kind="warn"
              title="Copy it now"
              text="It is not shown again: Keyhaven keeps only a hash of it. Everybody who has it can use your account."
            />
            <CodeBlock label="The token" text={token} />
            <p>Try it:</p>
            <CodeBlock
              label="A first call with the token"
              text={`curl -u ${quoteForShell(`${person.email_address}:${token}`)} ${visit.publicUrl}/v2/users/me`}
            />
          </div>
          <div class="actions">
            <LinkButton text="I have copied it" href="/portal/tokens" />
          </div>
        </Panel>
      </>
    ),
  });
}
