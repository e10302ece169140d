import type { AccountSubscription } from '@keyhaven/contracts/webhook/account-routes';
import { EmptyState } from '@keyhaven/pages/components/empty-state';
import { PageHead } from '@keyhaven/pages/components/page-head';
import { Panel } from '@keyhaven/pages/components/panel';
import { Cell, Row, Table } from '@keyhaven/pages/components/table';
import { sitePage } from '../layout/site-page';
import type { Reply } from '../visit/reply';
import type { SignedInVisit } from '../visit/visit';
import { madeBy, receivesOf, SubscriptionBadge, withoutQuery } from './delivery-words';

export function subscriptionsPage(visit: SignedInVisit, subscriptions: readonly AccountSubscription[]): Reply {
  return sitePage(visit, {
    title: 'Webhooks',
    current: '/portal/webhooks',
    children: (
      <>
        <PageHead title="Webhooks" lead="The subscriptions of this account, whichever app or token made them." />
        <Panel title="Subscriptions" isFlush>
          {subscriptions.length === 0 ? (
            <EmptyState
              title="No subscriptions"
              text="Programs subscribe with POST /v2/webhooksubscriptions. Their deliveries then appear here."
            />
          ) : (
            <Table label="Subscriptions" columns={['Receives', 'Address', 'Made by', 'Status']}>
              {subscriptions.map((subscription) => (
                <Row>
                  <Cell label="Receives" look="lead">
                    <a href={`/portal/webhooks/${subscription.id}`} safe>
                      {receivesOf(subscription)}
                    </a>
                  </Cell>
                  <Cell label="Address" text={withoutQuery(subscription.webhook_url)} />
                  <Cell label="Made by" text={madeBy(subscription)} />
                  <Cell label="Status">
                    <SubscriptionBadge subscription={subscription} />
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
