import type { OAuthApp, OAuthAppWithSecret } from '@keyhaven/contracts/identity/oauth-apps';
import type { PortalServices } from '../services/portal-services';
import { type FormRefusal, noRefusal, orRefused } from '../visit/form-refusal';
import { onBehalf } from '../visit/on-behalf';
import { ownersForm, ownersPage, type PageRoute } from '../visit/page-route';
import { redirectTo, type Reply, showOnce } from '../visit/reply';
import type { SignedInVisit } from '../visit/visit';
import { type AppForm, appForms } from './domain/app-form';
import { appListPage, newAppPage, secretPage } from './app-pages';
import { setupPage } from './setup-page';
import { changeDelivery, readDelivery, rotateSigningSecret } from './delivery-settings';

type Services = Pick<PortalServices, 'identity' | 'webhookOperator'>;

const APPS = '/portal/apps';
const wasShown = { kind: 'info', text: 'A new secret is shown once. Add another one if you lost it.' } as const;
const fieldNames = Object.keys(appForms.empty);

/** The routes of the pages for the OAuth apps that the account has created. */
export function appRoutes(services: Services): PageRoute[] {
  const { identity } = services;
  return [
    ownersPage(APPS, async (visit) => appListPage(visit, (await identity.listApps(...onBehalf(visit, {}, {}))).items)),
    ownersPage('/portal/apps/new', (visit) => newAppPage(visit, { entered: appForms.empty, refusal: noRefusal })),
    ownersForm('/portal/apps/new', (visit) => createApp(services, visit)),
    ownersPage('/portal/apps/:client_id', (visit) => showSetup(services, visit, {})),
    ownersForm('/portal/apps/:client_id', (visit) => changeApp(services, visit)),
    ownersPage('/portal/apps/:client_id/new-secret', (visit) => {
      const { secret } = visit;
      return secret?.kind === 'client_secret' ? secretPage(visit, secret) : redirectTo(setupOf(visit), wasShown);
    }),
    ownersForm('/portal/apps/:client_id/secrets', (visit) =>
      orSetup(services, visit, async () => showSecret(await identity.addAppSecret(...inApp(visit, {})))),
    ),
    ownersForm('/portal/apps/:client_id/secrets/:id/remove', (visit) =>
      orSetup(services, visit, async () => {
        const { client_id, id } = visit.params;
        await identity.removeAppSecret(...onBehalf(visit, { client_id: client_id!, id: id! }, {}));
        return redirectTo(setupOf(visit), {
          kind: 'ok',
          text: 'The secret is removed. Programs that use it are refused.',
        });
      }),
    ),
    ownersForm('/portal/apps/:client_id/delete', (visit) =>
      orSetup(services, visit, async () => {
        await identity.deleteApp(...inApp(visit, {}));
        return redirectTo(APPS, { kind: 'ok', text: 'The app is deleted. Its tokens and webhooks have ended.' });
      }),
    ),
    ownersForm('/portal/apps/:client_id/webhooks', async (visit) => {
      await identity.readApp(...inApp(visit, {}));
      const refusal = await changeDelivery(services, visit);
      if (refusal) return showSetup(services, visit, { ofDelivery: refusal });
      return redirectTo(setupOf(visit), { kind: 'ok', text: 'The webhook settings are saved.' });
    }),
    ownersForm('/portal/apps/:client_id/webhooks/rotate', async (visit) => {
      await identity.readApp(...inApp(visit, {}));
      const refusal = await rotateSigningSecret(services, visit);
      if (refusal) return showSetup(services, visit, { ofDelivery: refusal });
      const text = 'Deliveries are signed with a new secret, and with the previous one for a day.';
      return redirectTo(setupOf(visit), { kind: 'ok', text });
    }),
  ];
}

function inApp<Body extends object>(visit: SignedInVisit, body: Body) {
  return onBehalf(visit, { client_id: visit.params.client_id! }, body);
}

function setupOf({ params }: Pick<SignedInVisit, 'params'>): string {
  return `${APPS}/${encodeURIComponent(params.client_id!)}`;
}

/**
 * Redirects to the page that shows a new secret. A public app has no secret, so the redirect goes to its setup page.
 */
function showSecret({ app: { client_id, name }, client_secret: secret }: OAuthAppWithSecret): Reply {
  const setup = setupOf({ params: { client_id } });
  if (secret !== null) return showOnce(`${setup}/new-secret`, { kind: 'client_secret', client_id, name, secret });
  const text = 'The app is made. It is public, so it has no secret and must use PKCE.';
  return redirectTo(setup, { kind: 'ok', text });
}

async function createApp({ identity }: Services, visit: SignedInVisit): Promise<Reply> {
  const entered = appForms.read(visit.form);
  const body = { ...appForms.asBody(entered), is_public: entered.is_public };
  return orRefused(
    async () => showSecret(await identity.createApp(...onBehalf(visit, {}, body))),
    (refusal) => newAppPage(visit, { entered, refusal }),
    fieldNames,
  );
}

async function changeApp(services: Services, visit: SignedInVisit): Promise<Reply> {
  const entered = appForms.read(visit.form);
  return orRefused(
    async () => {
      await services.identity.changeApp(...inApp(visit, appForms.asBody(entered)));
      return redirectTo(setupOf(visit), { kind: 'ok', text: 'The app is saved.' });
    },
    (refusal) => showSetup(services, visit, { entered, ofApp: refusal }),
    fieldNames,
  );
}

interface Shown {
  /**
   * What the person entered, if the form was refused. Otherwise absent, and the form shows the
   * stored app.
   */
  entered?: AppForm;
  ofApp?: FormRefusal;
  ofDelivery?: FormRefusal;
}

async function showSetup(services: Services, visit: SignedInVisit, shown: Shown): Promise<Reply> {
  const [app, delivery] = await Promise.all([
    services.identity.readApp(...inApp(visit, {})),
    readDelivery(services, visit),
  ]);
  const { entered = formOf(app), ofApp = noRefusal, ofDelivery = noRefusal } = shown;
  return setupPage(visit, { app, delivery, entered, ofApp, ofDelivery });
}

function formOf(app: OAuthApp): AppForm {
  return { ...app, website_url: app.website_url ?? '', redirect_uris: app.redirect_uris.join('\n') };
}

/** Runs an action on an app. If it is refused, the setup page shows the reason. */
function orSetup(services: Services, visit: SignedInVisit, act: () => Promise<Reply>): Promise<Reply> {
  return orRefused(act, (refusal) => showSetup(services, visit, { ofApp: refusal }));
}
