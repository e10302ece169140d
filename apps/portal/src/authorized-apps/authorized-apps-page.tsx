import type { Authorization } from '@keyhaven/contracts/identity/oauth-authorization';
import { Badge } from '@keyhaven/pages/components/badge';
import { Button } from '@keyhaven/pages/components/button';
import { EmptyState } from '@keyhaven/pages/components/empty-state';
import { PageHead } from '@keyhaven/pages/components/page-head';
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

interface AuthorizedAppsPage {
  authorizations: readonly Authorization[];
  refusal: FormRefusal;
}

export function authorizedAppsPage(visit: SignedInVisit, { authorizations, refusal }: AuthorizedAppsPage): Reply {
  return sitePage(visit, {
    title: 'Authorized apps',
    current: '/portal/authorized-apps',
    status: refusal.status,
    children: (
      <>
        <PageHead title="Authorized apps" lead="Apps that may use the data of this account." />
        <RefusalNotice refusal={refusal} />
        <Panel isFlush>
          {authorizations.length === 0 ? (
            <EmptyState title="No apps" text="An app appears here when somebody of the account has allowed it." />
          ) : (
            <Table label="Authorized apps" columns={['App', 'May', 'Allowed by', 'Last used', '']}>
              {authorizations.map((authorization) => (
                <AuthorizationRow visit={visit} authorization={authorization} />
              ))}
            </Table>
          )}
        </Panel>
      </>
    ),
  });
}

function AuthorizationRow({
  visit,
  authorization,
}: {
  visit: SignedInVisit;
  authorization: Authorization;
}): JSX.Element {
  const { app, developer, person, scope, created_utc: since, last_used_utc: used } = authorization;
  const { account, person: me } = visit.session;
  return (
    <Row>
      <Cell label="App" look="lead">
        <strong safe>{app.name}</strong>
        <small safe>{`by ${developer}`}</small>
      </Cell>
      <Cell label="May">
        <Badge text={scope === 'read' ? 'Read' : 'Read and write'} />
      </Cell>
      <Cell label="Allowed by" text={person === null ? 'A person who was removed' : nameOf(person)}>
        <small safe>{formatInstant(since, account.time_zone)}</small>
      </Cell>
      <Cell label="Last used" look="tight" text={used === null ? 'Never' : formatAgo(used, visit.now)} />
      <Cell label="" look="acts">
        {me.role === 'owner' ? (
          <PageForm
            visit={visit}
            action={`/portal/authorized-apps/${authorization.id}/revoke`}
            confirm={`Revoke ${app.name}? Its tokens and webhooks for this account end.`}
          >
            <Button text="Revoke" look="danger" isSmall label={`Revoke ${app.name}`} />
          </PageForm>
        ) : (
          ''
        )}
      </Cell>
    </Row>
  );
}
