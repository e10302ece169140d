import { identityInternalContract } from '@keyhaven/contracts/identity/internal-contract';
import { identityOperatorContract } from '@keyhaven/contracts/identity/operator-contract';
import { identityPublicContract } from '@keyhaven/contracts/identity/public-contract';
import { maxBodyBytes } from '@keyhaven/contracts/platform/body-limits';
import { services } from '@keyhaven/contracts/platform/services';
import { webhookInternalContract } from '@keyhaven/contracts/webhook/internal-contract';
import type { ServiceDefinition } from '@keyhaven/service/service-definition';
import { mountContract } from '@keyhaven/service/http/mount-contract';
import { SharedCounts } from '@keyhaven/service/limits/shared-counts';
import { attemptLimits } from './attempts/limit-attempts';
import { TOKEN_PATH } from '@keyhaven/contracts/identity/oauth-token-routes';
import { endApp } from './apps/delete-app';
import { beginAppAuthorization, endAppAuthorization } from './authorizations/end-authorization';
import { createMailer } from './mail/mailer';
import { keepAnOwner } from './people/change-role';
import { mailInvitation } from './people/invite-person';
import { endTokens } from './people/remove-person';
import { reportCounts } from './shared-counts/report-counts';
import { seedAnnouncements } from './store/migrations/0001-seed-announcements';
import { createIdentityStore } from './store/identity-store';
import { internalRoutes } from './routes/internal-routes';
import { registerJobs } from './jobs';
import { operatorRoutes } from './routes/operator-routes';
import { publicRoutes } from './routes/public-routes';
import { identitySettings } from './settings';
import { endAuthorization } from './tokens/end-authorization';
import { identityWorkers } from './workers';

/** The identity service: accounts, the people in them, and their tokens. */
export const identityService: ServiceDefinition<typeof identitySettings> = {
  name: 'identity',
  topic: services.identity.topic,
  peers: ['webhook'],
  migrations: [seedAnnouncements],
  maxBodyBytes: maxBodyBytes.identity,
  settings: identitySettings,
  oauthPaths: [TOKEN_PATH],
  build: ({ connection, now, ids, relay, verify, logger, metrics, settings, peer }) => {
    const mailer = createMailer(settings);
    const surroundings = { isMailing: mailer !== undefined, publicUrl: settings.PUBLIC_URL };
    const store = createIdentityStore({ connection, now, ids, relay }, surroundings);
    const webhook = peer(webhookInternalContract);
    const limits = attemptLimits(connection);
    const counts = new SharedCounts({
      windowMs: 60_000,
      report: (changed) => reportCounts(store.sharedCounts, changed),
      logger,
    });
    registerJobs(relay, {
      end_authorization: ({ revocation_id }, { scope, id }) => endAuthorization(webhook, scope, id, revocation_id),
      end_app_authorization: (args, { scope }) => endAppAuthorization(webhook, scope, args),
      begin_app_authorization: (args, { scope }) => beginAppAuthorization(webhook, scope, args),
      end_app: ({ client_id }) => endApp(store, client_id),
      keep_an_owner: (_args, { scope, id, answering }) => keepAnOwner(store, scope, id, answering !== undefined),
      end_tokens: (_args, { scope, id }) => endTokens(store, scope, id),
      mail_invitation: ({ name }, { scope, id }) => mailInvitation(store, name, scope.accountId, id),
    });
    return {
      routes: (app) => {
        mountContract(app, 'public', verify, identityPublicContract, publicRoutes(store, counts));
        mountContract(app, 'internal', verify, identityInternalContract, internalRoutes(store, limits));
        mountContract(app, 'operator', verify, identityOperatorContract, operatorRoutes(store));
      },
      consumers: [],
      workers: [...identityWorkers(store, mailer, logger, metrics), counts],
    };
  },
};
