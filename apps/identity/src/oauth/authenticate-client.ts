import OAuth2Server from '@node-oauth/oauth2-server';
import { matchingSecret } from '../apps/client-secrets';
import type { AppBody } from '../store/app.model';
import { findClient } from '../store/app.model';
import type { IdentityStore } from '../store/identity-store';
import type { SentClient } from './client-request';

const { InvalidClientError } = OAuth2Server;

/** The precision of a secret's last use, in milliseconds. It is coarse so that not every use causes a write. */
const LAST_USE_MS = 3600_000;

/**
 * Finds a request's app by client id, and checks the secret. Public apps have no secret.
 * @throws InvalidClientError for an unknown app, or for a missing or wrong secret. The error does not reveal which.
 */
export async function authenticateClient(store: IdentityStore, { clientId, secrets }: SentClient): Promise<AppBody> {
  const app = await findClient(store.appModel, clientId);
  if (!app) throw invalidClient();
  if (app.is_public) {
    if (secrets.length > 0) throw invalidClient();
    return app;
  }
  const found = matchingSecret(app, secrets);
  if (!found) throw invalidClient();
  const now = store.now();
  if (!found.last_used_utc || now.getTime() - found.last_used_utc.getTime() > LAST_USE_MS) {
    await noteUse(store, app, found.id, now);
  }
  return app;
}

/** The last use only informs the app's owner, so it may be written separately. */
async function noteUse(store: IdentityStore, { _id, user_id }: AppBody, secretId: number, now: Date): Promise<void> {
  await store.appModel.updateOne(
    { _id, user_id, 'secrets.id': secretId },
    { $set: { 'secrets.$.last_used_utc': now }, $inc: { revision: 1 } },
  );
}

function invalidClient(): Error {
  return new InvalidClientError('the client id is unknown, or the client secret is missing or wrong', { code: 401 });
}
