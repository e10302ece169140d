import { MAX_CLIENT_SECRETS, type OAuthApp } from '@keyhaven/contracts/identity/oauth-apps';
import type { AppSettings } from '@keyhaven/contracts/webhook/app-settings';
import { Button } from '@keyhaven/pages/components/button';
import { CodeBlock } from '@keyhaven/pages/components/code-block';
import { PageHead } from '@keyhaven/pages/components/page-head';
import { Panel } from '@keyhaven/pages/components/panel';
import { Cell, Row, Table } from '@keyhaven/pages/components/table';
import { formatAgo, formatInstant } from '@keyhaven/pages/format/dates';
import { PageForm } from '../layout/page-form';
import { RefusalNotice } from '../layout/refusal-notice';
import { sitePage } from '../layout/site-page';
import type { FormRefusal } from '../visit/form-refusal';
import type { Reply } from '../visit/reply';
import type { SignedInVisit } from '../visit/visit';
import { AppFields } from './app-fields';
import { DeliveryPanel } from './delivery-panel';
import type { AppForm } from './domain/app-form';

interface SetupPage {
  app: OAuthApp;
  delivery: AppSettings | undefined;
  entered: AppForm;
  ofApp: FormRefusal;
  ofDelivery: FormRefusal;
}

export function setupPage(visit: SignedInVisit, { app, delivery, entered, ofApp, ofDelivery }: SetupPage): Reply {
  const at = `/portal/apps/${encodeURIComponent(app.client_id)}`;
  const kind = app.is_public ? 'A public app, which must use PKCE.' : 'An app with a secret.';
  return sitePage(visit, {
    title: app.name,
    current: '/portal/apps',
    status: Math.max(ofApp.status, ofDelivery.status),
    children: (
      <>
        <PageHead title={app.name} lead={kind} parent={{ href: '/portal/apps', text: 'Apps' }} />
        <RefusalNotice refusal={ofApp} />
        <Panel title="Client id">
          <CodeBlock label="The client id" text={app.client_id} />
        </Panel>
        {app.is_public ? '' : <Secrets visit={visit} app={app} at={at} />}
        <Panel title="Setup">
          <PageForm visit={visit} action={at} class="form">
            <AppFields entered={entered} errors={ofApp.fields} />
            <div class="actions">
              <Button text="Save" />
            </div>
          </PageForm>
        </Panel>
        <DeliveryPanel visit={visit} at={at} delivery={delivery} refusal={ofDelivery} />
        <Panel title="Delete the app" lead="Its tokens and webhooks end in all accounts. This cannot be undone.">
          <PageForm
            visit={visit}
            action={`${at}/delete`}
            confirm={`Delete ${app.name}, with its tokens in all accounts?`}
          >
            <Button text="Delete the app" look="danger" />
          </PageForm>
        </Panel>
      </>
    ),
  });
}

function Secrets({ visit, app, at }: { visit: SignedInVisit; app: OAuthApp; at: string }): JSX.Element {
  const { time_zone: zone } = visit.session.account;
  const isFull = app.secrets.length >= MAX_CLIENT_SECRETS;
  const lead = isFull
    ? 'Both are valid. Remove the old one when no program uses it any more.'
    : 'To replace a secret, add a second one, put it into use, and remove the first.';
  return (
    <Panel
      title="Client secrets"
      lead={lead}
      isFlush
      actions={
        isFull ? (
          ''
        ) : (
          <PageForm visit={visit} action={`${at}/secrets`}>
            <Button text="Add a secret" look="quiet" isSmall />
          </PageForm>
        )
      }
    >
      <Table label="Client secrets" columns={['Secret', 'Created', 'Last used', '']}>
        {app.secrets.map((secret) => (
          <Row>
            <Cell label="Secret" look="lead">
              <code safe>{`s_…${secret.ending}`}</code>
            </Cell>
            <Cell label="Created" look="tight" text={formatInstant(secret.created_utc, zone)} />
            <Cell
              label="Last used"
              look="tight"
              text={secret.last_used_utc === null ? 'Never' : formatAgo(secret.last_used_utc, visit.now)}
            />
            <Cell label="" look="acts">
              {app.secrets.length === 1 ? (
                ''
              ) : (
                <PageForm
                  visit={visit}
                  action={`${at}/secrets/${secret.id}/remove`}
                  confirm="Remove this secret? Programs that use it are refused."
                >
                  <Button
                    text="Remove"
                    look="danger"
                    isSmall
                    label={`Remove the secret that ends in ${secret.ending}`}
                  />
                </PageForm>
              )}
            </Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  );
}
