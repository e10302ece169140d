import { ApiError } from '@keyhaven/contracts/shared/errors';
import { type DeliveryStatus, deliveryStatuses } from '@keyhaven/contracts/webhook/delivery';
import { bodyOf } from '@keyhaven/service/peers/contract-client';
import type { PortalServices } from '../services/portal-services';
import { type FormRefusal, noRefusal, orRefused } from '../visit/form-refusal';
import { ownersForm, ownersPage, type PageRoute } from '../visit/page-route';
import { queryNumber } from '../visit/query-number';
import { redirectTo, type Reply } from '../visit/reply';
import type { SignedInVisit } from '../visit/visit';
import { deliveryPage } from './delivery-page';
import { isAppKey } from './delivery-words';
import { subscriptionPage } from './subscription-page';
import { subscriptionsPage } from './subscriptions-page';

type Services = Pick<PortalServices, 'webhook' | 'webhookOperator'>;

const WEBHOOKS = '/portal/webhooks';
const ONE = `${WEBHOOKS}/:id`;
const DELIVERY = `${ONE}/deliveries/:delivery_id`;

/** The routes of the pages for webhook subscriptions and their deliveries, for owners only. */
export function webhookRoutes(services: Services): PageRoute[] {
  const { webhook } = services;
  return [
    ownersPage(WEBHOOKS, async (visit) => {
      const { items } = await webhook.listAccountSubscriptions(ofAccount(visit), byRequest(visit));
      return subscriptionsPage(visit, items);
    }),
    ownersPage(ONE, (visit) => showSubscription(services, visit, noRefusal)),
    ownersPage(DELIVERY, (visit) => showDelivery(services, visit, noRefusal)),
    ownersForm(`${ONE}/test`, (visit) =>
      act(services, visit, async () => {
        const { id } = await webhook.testAccountSubscription(ofSubscription(visit), byRequest(visit));
        return { to: `${addressOf(visit)}/deliveries/${id}`, text: 'The test is on its way.' };
      }),
    ),
    ownersForm(`${ONE}/enable`, (visit) =>
      act(services, visit, async () => {
        await webhook.enableAccountSubscription(ofSubscription(visit), byRequest(visit));
        return { text: 'It is enabled. Changes of the meantime are not delivered; failed deliveries can be replayed.' };
      }),
    ),
    ownersForm(`${ONE}/disable`, (visit) =>
      act(services, visit, async () => {
        await webhook.disableAccountSubscription(ofSubscription(visit), byRequest(visit));
        return { text: 'It is disabled, and receives nothing until it is enabled.' };
      }),
    ),
    ownersForm(`${ONE}/delete`, (visit) =>
      act(services, visit, async () => {
        await webhook.deleteAccountSubscription(ofSubscription(visit), byRequest(visit));
        return { to: WEBHOOKS, text: 'The subscription is deleted.' };
      }),
    ),
    ownersForm(`${ONE}/replay`, (visit) =>
      act(services, visit, async () => {
        const body = { since_utc: visit.form.text('since_utc') };
        const { replayed } = await webhook.replayAccountDeliveries(
          { ...ofSubscription(visit), body },
          byRequest(visit),
        );
        return { text: replayed === 0 ? 'No delivery since then has failed.' : `Sent again: ${replayed}.` };
      }),
    ),
    ownersForm(`${ONE}/rotate`, (visit) => rotateSecret(services, visit)),
    ownersForm(`${DELIVERY}/replay`, (visit) => replayOne(services, visit)),
  ];
}

async function showSubscription(services: Services, visit: SignedInVisit, refusal: FormRefusal): Promise<Reply> {
  const { webhook } = services;
  const sent = visit.query.get('status');
  const status: DeliveryStatus | undefined = deliveryStatuses.find((one) => one === sent);
  const subscription = await webhook.readAccountSubscription(ofSubscription(visit), byRequest(visit));
  const body = { status, before_id: queryNumber(visit.query, 'before') ?? null };
  const [{ items, next_before_id: next }, settings] = await Promise.all([
    webhook.listAccountDeliveries({ ...ofSubscription(visit), body }, byRequest(visit)),
    isAppKey(subscription.app_key) ? undefined : readSettings(services, visit, subscription.app_key),
  ]);
  return subscriptionPage(visit, { subscription, deliveries: items, status, next, settings, refusal });
}

async function readSettings({ webhookOperator }: Services, { session }: SignedInVisit, app_key: string) {
  const answer = await webhookOperator.getAppSettings({ params: { user_id: session.account.id, app_key } });
  return answer.status === 404 ? undefined : bodyOf(answer);
}

async function showDelivery({ webhook }: Services, visit: SignedInVisit, refusal: FormRefusal): Promise<Reply> {
  return deliveryPage(visit, await webhook.readAccountDelivery(ofDelivery(visit), byRequest(visit)), refusal);
}

function replayOne(services: Services, visit: SignedInVisit): Promise<Reply> {
  return orRefused(
    async () => {
      await services.webhook.replayAccountDelivery(ofDelivery(visit), byRequest(visit));
      const to = `${addressOf(visit)}/deliveries/${visit.params.delivery_id!}`;
      return redirectTo(to, { kind: 'ok', text: 'It is sent again.' });
    },
    (refusal) => showDelivery(services, visit, refusal),
  );
}

/**
 * Creates a new signing secret for the token that created the subscription. The secrets of an app are changed on the
 * app's own page.
 */
function rotateSecret(services: Services, visit: SignedInVisit): Promise<Reply> {
  return act(services, visit, async () => {
    const { app_key } = await services.webhook.readAccountSubscription(ofSubscription(visit), byRequest(visit));
    if (isAppKey(app_key)) throw new ApiError('conflict', 'rotate the secret of an app on the page of the app');
    const params = { user_id: visit.session.account.id, app_key };
    bodyOf(await services.webhookOperator.rotateSecret({ params, body: {} }));
    return { text: 'Deliveries are signed with a new secret. The previous one stays valid for a day.' };
  });
}

/**
 * Runs the action of a form, and redirects to the page that shows the result. If the action is refused, the
 * subscription's page shows the reason.
 */
function act(
  services: Services,
  visit: SignedInVisit,
  work: () => Promise<{ to?: string; text: string }>,
): Promise<Reply> {
  return orRefused(
    async () => {
      const { to = addressOf(visit), text } = await work();
      return redirectTo(to, { kind: 'ok', text });
    },
    (refusal) => showSubscription(services, visit, refusal),
    ['since_utc'],
  );
}

function addressOf({ params }: SignedInVisit): string {
  return `${WEBHOOKS}/${params.id!}`;
}

function ofAccount({ session }: SignedInVisit) {
  return { params: { user_id: session.account.id }, body: {} };
}

function ofSubscription({ session, params }: SignedInVisit) {
  return { params: { user_id: session.account.id, id: params.id! }, body: {} };
}

function ofDelivery({ session, params }: SignedInVisit) {
  const { id, delivery_id } = params;
  return { params: { user_id: session.account.id, id: id!, delivery_id: delivery_id! }, body: {} };
}

function byRequest({ requestId }: SignedInVisit) {
  return { requestId };
}
