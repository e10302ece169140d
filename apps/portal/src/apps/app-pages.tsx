import type { OAuthApp } from '@keyhaven/contracts/identity/oauth-apps';
import { Badge } from '@keyhaven/pages/components/badge';
import { Button, LinkButton } from '@keyhaven/pages/components/button';
import { CodeBlock } from '@keyhaven/pages/components/code-block';
import { EmptyState } from '@keyhaven/pages/components/empty-state';
import { Checkbox } from '@keyhaven/pages/components/field';
import { Notice } from '@keyhaven/pages/components/notice';
import { PageHead } from '@keyhaven/pages/components/page-head';
import { Panel } from '@keyhaven/pages/components/panel';
import { Cell, Row, Table } from '@keyhaven/pages/components/table';
import { formatInstant } from '@keyhaven/pages/format/dates';
import { PageForm } from '../layout/page-form';
import { RefusalNotice } from '../layout/refusal-notice';
import { sitePage } from '../layout/site-page';
import type { FormRefusal } from '../visit/form-refusal';
import type { Reply } from '../visit/reply';
import type { SignedInVisit } from '../visit/visit';
import { AppFields } from './app-fields';
import type { AppForm } from './domain/app-form';

const current = '/portal/apps';
const parent = { href: current, text: 'Apps' };

export function appListPage(visit: SignedInVisit, apps: readonly OAuthApp[]): Reply {
  const { time_zone: zone } = visit.session.account;
  return sitePage(visit, {
    title: 'Apps',
    current,
    children: (
      <>
        <PageHead
          title="Apps"
          lead="OAuth apps that this account has created. Other accounts can allow them to use their data."
        >
          <LinkButton text="Create an app" href="/portal/apps/new" />
        </PageHead>
        <Panel isFlush>
          {apps.length === 0 ? (
            <EmptyState
              title="No apps"
              text="Create an app if your program works for many accounts. For your own account, a personal access token is enough."
            >
              <LinkButton text="Create an app" href="/portal/apps/new" look="quiet" />
            </EmptyState>
          ) : (
            <Table label="Apps" columns={['Name', 'Client id', 'Created', 'Kind']}>
              {apps.map((app) => (
                <Row>
                  <Cell label="Name" look="lead">
                    <a href={`/portal/apps/${encodeURIComponent(app.client_id)}`} safe>
                      {app.name}
                    </a>
                  </Cell>
                  <Cell label="Client id">
                    <code safe>{app.client_id}</code>
                  </Cell>
                  <Cell label="Created" look="tight" text={formatInstant(app.created_utc, zone)} />
                  <Cell label="Kind">
                    <Badge text={app.is_public ? 'Public' : 'With secret'} />
                  </Cell>
                </Row>
              ))}
            </Table>
          )}
        </Panel>
      </>
    ),
  });
}

export function newAppPage(
  visit: SignedInVisit,
  { entered, refusal }: { entered: AppForm; refusal: FormRefusal },
): Reply {
  return sitePage(visit, {
    title: 'Create an app',
    current,
    status: refusal.status,
    children: (
      <>
        <PageHead title="Create an app" parent={parent} />
        <RefusalNotice refusal={refusal} />
        <Panel>
          <PageForm visit={visit} action="/portal/apps/new" class="form">
            <AppFields entered={entered} errors={refusal.fields} />
            <Checkbox
              name="is_public"
              label="The app runs where it cannot keep a secret"
              hint="In a browser, on a phone, or on people’s own machines. It gets no secret, and must use PKCE. This cannot be changed later."
              isChecked={entered.is_public}
            />
            <div class="actions">
              <Button text="Create the app" />
            </div>
          </PageForm>
        </Panel>
      </>
    ),
  });
}

/** Shows a new client secret. No other page ever shows this secret. */
export function secretPage(
  visit: SignedInVisit,
  { client_id, name, secret }: { client_id: string; name: string; secret: string },
): Reply {
  const setup = `/portal/apps/${encodeURIComponent(client_id)}`;
  return sitePage(visit, {
    title: name,
    current,
    children: (
      <>
        <PageHead title={name} parent={parent} />
        <Panel title="Client id">
          <CodeBlock label="The client id" text={client_id} />
        </Panel>
        <Panel title="Client secret">
          <div class="stack">
            <Notice
              kind="warn"
              title="Copy it now"
              text="It is not shown again: Keyhaven keeps only a hash of it. Keep it on your servers."
            />
            <CodeBlock label="The client secret" text={secret} />
          </div>
        </Panel>
        <div class="actions">
          <LinkButton text="To the setup of the app" href={setup} />
        </div>
      </>
    ),
  });
}
