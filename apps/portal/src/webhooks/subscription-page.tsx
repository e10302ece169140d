import type { AccountSubscription } from '@keyhaven/contracts/webhook/account-routes';
import type { AppSettings } from '@keyhaven/contracts/webhook/app-settings';
import type { Delivery, DeliveryStatus } from '@keyhaven/contracts/webhook/delivery';
import { Button } from '@keyhaven/pages/components/button';
import { Field } from '@keyhaven/pages/components/field';
import { FactLine, FactOf, Facts } from '@keyhaven/pages/components/facts';
import { PageHead } from '@keyhaven/pages/components/page-head';
import { Panel } from '@keyhaven/pages/components/panel';
import { formatSecond } from '@keyhaven/pages/format/dates';
import { PageForm } from '../layout/page-form';
import { RefusalNotice } from '../layout/refusal-notice';
import { sitePage } from '../layout/site-page';
import type { FormRefusal } from '../visit/form-refusal';
import type { Reply } from '../visit/reply';
import type { SignedInVisit } from '../visit/visit';
import { DeliveryLog } from './delivery-log';
import { madeBy, receivesOf, shownAddress, SubscriptionBadge } from './delivery-words';
import { SecretsPanel } from './secrets-panel';

export interface SubscriptionPage {
  subscription: AccountSubscription;
  deliveries: readonly Delivery[];
  /** The status by which the deliveries are filtered; undefined for all deliveries. */
  status: DeliveryStatus | undefined;
  /** The last id of this page, after which the next page begins. Null if this is the last page. */
  next: number | null;
  /**
   * The settings of the token that created the subscription. Undefined for a subscription of an app, whose settings are
   * on the app's own page.
   */
  settings: AppSettings | undefined;
  refusal: FormRefusal;
}

export function subscriptionPage(visit: SignedInVisit, page: SubscriptionPage): Reply {
  const { subscription, refusal, settings } = page;
  const at = `/portal/webhooks/${subscription.id}`;
  return sitePage(visit, {
    title: `Subscription ${subscription.id}`,
    current: '/portal/webhooks',
    status: refusal.status,
    children: (
      <>
        <PageHead title={receivesOf(subscription)} parent={{ href: '/portal/webhooks', text: 'Webhooks' }}>
          <PageForm visit={visit} action={`${at}/test`}>
            <Button text="Send a test" />
          </PageForm>
          <Switch visit={visit} at={at} isActive={subscription.status === 'active'} />
          <PageForm visit={visit} action={`${at}/delete`} confirm="Delete this subscription? It cannot be restored.">
            <Button text="Delete" look="danger" />
          </PageForm>
        </PageHead>
        <RefusalNotice refusal={refusal} />
        <Panel title="Subscription">
          <Facts>
            <FactOf name="Status">
              <SubscriptionBadge subscription={subscription} />
              {subscription.disabled_reason === null ? '' : <small safe>{subscription.disabled_reason}</small>}
            </FactOf>
            <FactLine name="Id" value={subscription.id} />
            <FactLine name="Address" value={shownAddress(subscription)} />
            <FactLine name="Made by" value={madeBy(subscription)} />
            <FactLine name="Created" value={formatSecond(subscription.created_utc, visit.session.account.time_zone)} />
          </Facts>
        </Panel>
        <DeliveryLog visit={visit} at={at} page={page} />
        <Panel
          title="Replay failed deliveries"
          lead="Every delivery that was given up is sent again, with the same bytes and id."
        >
          <PageForm visit={visit} action={`${at}/replay`} class="form">
            <Field
              name="since_utc"
              label="Of changes since (UTC)"
              type="datetime-local"
              isRequired
              value={visit.form.text('since_utc')}
              error={refusal.fields.since_utc}
            />
            <div class="actions">
              <Button text="Replay" look="quiet" />
            </div>
          </PageForm>
        </Panel>
        {settings ? <SecretsPanel visit={visit} at={at} secrets={settings.signing_secrets} /> : ''}
      </>
    ),
  });
}

function Switch({ visit, at, isActive }: { visit: SignedInVisit; at: string; isActive: boolean }): JSX.Element {
  return isActive ? (
    <PageForm visit={visit} action={`${at}/disable`} confirm="Disable it? Waiting deliveries are given up.">
      <Button text="Disable" look="quiet" />
    </PageForm>
  ) : (
    <PageForm visit={visit} action={`${at}/enable`}>
      <Button text="Enable" look="quiet" />
    </PageForm>
  );
}
